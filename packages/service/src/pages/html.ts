const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** Markup that is safe to send. Made by `html` alone, so that nothing gets into a page unescaped. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Inserted = Html | string | number | false | null | undefined | readonly Inserted[];

/** A template whose insertions are escaped unless they are markup themselves; lists are joined, nothing is left out. */
export function html(strings: TemplateStringsArray, ...inserted: Inserted[]): Html {
  let markup = strings[0]!;
  inserted.forEach((value, index) => {
    markup += markupOf(value) + strings[index + 1]!;
  });
  return new Html(markup);
}

function markupOf(value: Inserted): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.markup;
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return value.map(markupOf).join('');
}

/** Text with its line breaks. */
export function lines(text: string): Html {
  return new Html(escapeHtml(text).replace(/\r\n?|\n/g, '<br>'));
}
