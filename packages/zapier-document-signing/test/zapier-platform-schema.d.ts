/** The part of zapier-platform-schema that the tests use; it comes without types. */
declare module 'zapier-platform-schema/lib/schemas/PlainInputFieldSchema' {
  const schema: { validate(value: unknown): { errors: { stack: string }[] } };
  export default schema;
}

declare module 'zapier-platform-schema' {
  const schema: { validateAppDefinition(app: unknown): { errors: { stack: string }[] } };
  export default schema;
}
