/** Values that do not make a send request. Nothing was sent. */
export class SendFormError extends Error {
  override readonly name = 'SendFormError';
  /** Every fault, each a sentence that names the field or role and says what to do. */
  readonly problems: string[];

  constructor(problems: string[]) {
    super(
      problems.length === 1
        ? problems[0]
        : `${problems.length} things are missing or wrong: ${problems.join(' ')}`,
    );
    this.problems = problems;
  }
}
