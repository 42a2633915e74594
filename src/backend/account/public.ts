/** What the console may use of accounts. */
export { readReview } from './queries/reviews.ts'
