import type { Harness } from './harness.ts'
import { rowsOf } from './rows.ts'

/** After the clock has moved the old login is over. */
export async function signedInAgain<Member extends { loginId: string }>(
  harness: Harness,
  member: Member,
) {
  return { ...member, ...(await harness.signIn(member.loginId)) }
}

/** What a month's bill has for options. */
export async function optionLines(
  harness: Harness,
  { contractId }: { contractId: string },
  month: string,
) {
  const rows = await rowsOf(
    harness,
    'bill_line',
    ['figure_key', 'amount_tenths_yen', 'days', 'month'],
    { contract_id: contractId, kind: 'option' },
    'month',
  )
  return rows.filter((row) => row.month === month)
}
