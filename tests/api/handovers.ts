import { api } from '#protocol/index.ts'
import type { Harness } from './harness.ts'
import { makeMember, type MemberShape } from './members.ts'
import { holder, openBrowser } from './applicants.ts'
import { runTasksLike } from './tasks.ts'

/** Who the giver names, as the receiver's own application has it. */
export const named = {
  lastNameKana: holder.lastNameKana,
  firstNameKana: holder.firstNameKana,
  birth: holder.birth,
} as const

const ownTasks = /lines? changing hands|hand-overs|offers of/

type Named = { firstNameKana?: string; firstName?: string; birth?: string }

/** Both sides of a line that is handed over, in one portal. */
export function handoverDesk(harness: Harness, prefix: string) {
  let serial = 0

  async function giver(shape: Partial<MemberShape> = {}) {
    const loginId = `${prefix}-giver-${(serial += 1)}`
    const member = await makeMember(harness, {
      loginId,
      planCode: 20,
      course: 'share',
      startedOn: '2026-10-01',
      // The carrier says since when it has the line.
      lines: [{ profile: 'idle' }, { profile: 'idle' }],
      ...shape,
    })
    const lineId = member.lineIds.at(-1) ?? ''
    const { lines } = await member.call(api.contractGet)
    const number = lines.find((line) => line.lineId === lineId)?.number ?? ''
    const again = async () => (await harness.signIn(loginId)).call
    return { ...member, loginId, lineId, number, again }
  }
  type Giver = Awaited<ReturnType<typeof giver>>

  async function offer(from: Giver, receiver: Named = {}) {
    const call = await from.again()
    const { conditions } = await call(api.handoverEstimateGet, { query: { lineId: from.lineId } })
    const { firstName: _, ...who } = { ...named, ...receiver }
    return call(api.handoverOfferPost, {
      body: { lineId: from.lineId, conditions, agreed: true, ...who },
    })
  }

  /** Somebody who has answered everything of an application for the line. */
  async function applicant(
    given: { handoverNo: string; number: string },
    person: Named = {},
    options: { line: number; optionCode: 'voicemail' }[] = [],
  ) {
    const browser = openBrowser(harness)
    const loginId = `${prefix}-taker-${(serial += 1)}`
    await browser.put({ step: 'plan', plan: 13, lines: 1 })
    await browser.put({ step: 'kind', line: 1, kind: 'handover' })
    await browser.put({ step: 'number', line: 1, by: 'handover', ...given })
    await browser.put({ step: 'user', line: 1, user: 'holder' })
    await browser.put({ step: 'options', options })
    await browser.signIn(loginId)
    await browser.put({ step: 'holder', ...holder, ...person })
    await browser.readDocument('matched')
    await browser.registerCard()
    const { version } = await browser.call(api.applicationTermsGet)
    await browser.put({ step: 'terms', termsVersion: version, agreed: true })
    return { ...browser, loginId, again: async () => (await harness.signIn(loginId)).call }
  }

  /** What falls due for lines that change hands, at an instant; twice, as every task may run. */
  async function runAt(at: string) {
    harness.clock.set(at)
    await runTasksLike(harness, ownTasks)
    await runTasksLike(harness, ownTasks)
    await harness.drain()
  }

  const ordersOf = async (call: Awaited<ReturnType<typeof harness.signIn>>['call']) =>
    (await call(api.statusApplyStateGet, { query: {} })).rows.map(({ operation, state }) => [
      operation,
      state,
    ])

  return { giver, offer, applicant, runAt, ordersOf }
}
