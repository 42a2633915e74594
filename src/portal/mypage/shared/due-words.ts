import { formatDay } from '#ui/format.ts'

/** When the card is asked for a bill; one below zero is given back. */
export const dueWords = (chargeOn: string, amountYen: number) =>
  amountYen < 0 ? '請求が確定したあとにお返しします' : `${formatDay(chargeOn)}にカードへ請求`
