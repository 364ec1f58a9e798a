import { createRequire } from 'node:module';

interface Zip {
  getEntries(): { entryName: string; isDirectory: boolean; header: { compressedSize: number } }[];
  extractAllTo(folder: string, overwrite: boolean): void;
}

/** The CLI's own library for zips. */
const load = createRequire(createRequire(import.meta.url).resolve('zapier-platform-cli/package.json'));
const AdmZip = load('adm-zip') as new (file: string) => Zip;

/** What of a built zip is the app's own: everything but its dependencies, as compressed in the zip. */
export function appPart(zipFile: string): { files: string[]; bytes: number } {
  const entries = new AdmZip(zipFile)
    .getEntries()
    .filter(({ entryName, isDirectory }) => !isDirectory && !entryName.includes('node_modules/'));
  return {
    files: entries.map(({ entryName }) => entryName),
    bytes: entries.reduce((sum, { header }) => sum + header.compressedSize, 0),
  };
}

export function unpack(zipFile: string, folder: string): void {
  new AdmZip(zipFile).extractAllTo(folder, true);
}
