/** How a call of the app failed, as Zapier reads it: some of its errors carry their facts as JSON. */
export interface Failure {
  /** `AppError`, `ExpiredAuthError`, `HaltedError`, `ThrottledError` … */
  name: string;
  message: string;
  /** Seconds after which Zapier tries again. */
  delay?: number;
  status?: number;
  /** Everything that is in the error, for what must not be. */
  whole: string;
}

export async function failureOf(call: Promise<unknown>): Promise<Failure> {
  let result: unknown;
  try {
    result = await call;
  } catch (error) {
    const { name, message, stack } = error as Error;
    const facts = message.startsWith('{') ? (JSON.parse(message) as Partial<Failure>) : {};
    return { name, message, ...facts, whole: `${message}\n${stack}\n${JSON.stringify(error)}` };
  }
  throw new Error(`The call did not fail, but gave ${JSON.stringify(result)}.`);
}
