/** Section 8, Limits; the same numbers stand in the schemas that validate and in openapi.json. */
export const LIMITS = {
  documentName: 250,
  documentNote: 200,
  documentReference: 100,
  voidReason: 500,
  webhookSource: 40,
  webhookUrl: 2048,
  webhooksPerAccount: 25,
  pageSize: 100,
  pageSizeDefault: 25,
  events: 100,
  eventsDefault: 25,
  expiresInDaysLeast: 1,
  expiresInDaysMost: 365,
  recipientName: 250,
  /** A typed signature is a name. */
  signature: 250,
  pictureBytes: 5 * 1024 * 1024,
  attachmentBytes: 10 * 1024 * 1024,
  fileName: 120,
  email: 254,
} as const;

export const DAY_MS = 24 * 60 * 60 * 1000;

/** Length in characters as people count them: code points, not UTF-16 units. */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
