import { api } from '#protocol/index.ts'
import type { Call } from '#protocol/http.ts'
import { doLawsHold } from '#server/behind-pages.ts'
import { checkLaws } from '#server/laws/check-laws.ts'
import { figuresAt } from '../figures.ts'
import type { Walker } from './walker.ts'
import type { World } from './world.ts'

/** The same bill on two screens. */
export async function moneyOf(call: Call): Promise<string[]> {
  const [{ bills }, { months }, unpaid] = await Promise.all([
    call(api.billingStatusGet, { query: {} }),
    call(api.billingMonthsGet, { query: {} }),
    call(api.billingUnpaidGet),
  ])
  const listed = new Map(months.map(({ month, totalYen }) => [month, totalYen]))
  return [
    ...bills
      .filter(({ month, totalYen }) => listed.has(month) && listed.get(month) !== totalYen)
      .map(({ month, totalYen }) => `${month}: ${totalYen}円と${listed.get(month)}円`),
    ...unpaid.bills
      .filter(({ billId }) => bills.some((bill) => bill.billId === billId && bill.state === 'paid'))
      .map(({ billId }) => `${billId} は支払い済みで、未払い`),
  ]
}

/** Figures that two places say differently. */
export async function unlikeFigures({ harness, browse }: World, { loginId }: Walker) {
  const member = await harness.signIn(loginId)
  const shown = await figuresAt({ harness, member, open: browse(member).open })
  const facts = [...Map.groupBy(shown, ({ figure }) => figure).values()]
  return {
    read: shown.length,
    found: facts
      .filter((same) => new Set(same.map(({ says }) => says)).size > 1)
      .map((same) =>
        same.map(({ figure, where, says }) => `${figure} ${where}: ${says}`).join('、'),
      ),
  }
}

/** Everything that an hour of the worker asks, and what /health/ makes of it. */
export async function health({ harness }: World): Promise<string[]> {
  const check = await checkLaws(harness.services, { always: true })
  const broken = check === 'unchanged' ? [] : check.broken
  return [
    ...broken.map(({ law, what, found }) => `${law}: ${what} ${found}`),
    ...((await doLawsHold(harness.database)) ? [] : ['/health/ is not well']),
  ]
}
