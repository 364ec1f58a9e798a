import { spawnSync } from 'node:child_process';

/** The Debian package that brings each program. */
const PACKAGES = {
  chromium: 'chromium',
  pdftotext: 'poppler-utils',
  pdftoppm: 'poppler-utils',
  pdfsig: 'poppler-utils',
  qpdf: 'qpdf',
};
export type Tool = keyof typeof PACKAGES;

/** Makes sure that the programs are there: installs what is missing where that is possible, else says what to install. */
export function needTools(...tools: Tool[]): void {
  const missing = (): string[] => [
    ...new Set(tools.filter((tool) => spawnSync('which', [tool]).status !== 0).map((tool) => PACKAGES[tool])),
  ];
  const packages = missing();
  if (packages.length === 0) return;
  console.log(`Installing ${packages.join(', ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]): void =>
    void spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...packages);
  const still = missing();
  if (still.length > 0) {
    console.error(
      `Missing here: ${still.join(', ')}. Install them: sudo apt-get install -y ${still.join(' ')}`,
    );
    process.exit(1);
  }
}
