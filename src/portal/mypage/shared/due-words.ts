import { formatDay } from '#ui/format.ts'

/** When the card is asked for a bill. */
export const dueWords = (chargeOn: string) => `${formatDay(chargeOn)}にカードへ請求`
