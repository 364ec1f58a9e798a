/** Names as they are searched: without regard to case or to how accents are encoded. */
export function foldedName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}
