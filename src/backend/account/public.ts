/** What other areas, and the console, may use of accounts. */
export { addressChangedAt, contactsChangedSince } from './queries/changed-contacts.ts'
export { readReview } from './queries/reviews.ts'
