import { findLines } from '#backend/contract/contracts.ts'
import { issuePastDocument } from '#backend/document/commands/make-document.ts'
import { api } from '#protocol/index.ts'
import type { Call } from '#protocol/http.ts'
import type { ErrorCode } from '#protocol/errors.ts'
import type { OrderedOperation } from '#vocabulary/operation.ts'
import { openBrowser } from '../applicants.ts'
import { eidOf } from '#tests/facts/eid.ts'
import { coverLine, imeiOf, putSimIntoDevice } from '../devices.ts'
import { handoverDesk, named } from '../handovers.ts'
import type { Harness } from '../harness.ts'
import { makeMember, setProfile } from '../members.ts'

/** Whose procedure it is: a login of today, and the line it is about. */
export type Subject = {
  readonly loginId: string
  readonly lineId: string
  readonly contractId: string
  readonly signIn: () => Promise<Call>
}

/** What the member's screens do not offer: there is nothing to confirm. */
export class NotOffered extends Error {}

/** Reads 確認 as it is now. @returns the press that accepts it. */
type Confirm = (call: Call, subject: Subject) => Promise<() => Promise<unknown>>

export type Drive = {
  /** A member who may begin it. */
  readonly ready: (harness: Harness, loginId: string) => Promise<Subject>
  readonly confirm: Confirm
  /** What the second of two presses is answered; `both` where two are two. */
  readonly second: ErrorCode | 'both'
  /** The way back by which the member gives it up, where there is one. */
  readonly undo?: (call: Call, orderNo: string, subject: Subject) => Promise<unknown>
}

const agreed = true as const
let devices = 0
let chips = 0
let people = 0

/** Two voice lines of a share contract, three days old, with a profile and papers to send. */
async function member(harness: Harness, loginId: string): Promise<Subject> {
  const made = await makeMember(harness, {
    loginId,
    planCode: 20,
    course: 'share',
    startedOn: '2026-11-18',
    lines: [{}, {}],
  })
  await setProfile(harness, made.accountId)
  return {
    loginId,
    lineId: made.lineIds[1] ?? '',
    contractId: made.contractId,
    signIn: async () => (await harness.signIn(loginId)).call,
  }
}

/** A member with the contract's paper, which is printed for nobody else. */
async function withPaper(harness: Harness, loginId: string): Promise<Subject> {
  const subject = await member(harness, loginId)
  const { services, clock, database } = harness
  const { contractId } = subject
  await database.db.transaction().execute(async (tx) => {
    const lines = await findLines(tx, contractId)
    await issuePastDocument(tx, services, { contractId, lines, at: clock.now() })
  })
  return subject
}

/** A member who has done something before. */
const after =
  (prepare: (call: Call, subject: Subject, harness: Harness) => Promise<unknown>) =>
  async (harness: Harness, loginId: string) => {
    const subject = await member(harness, loginId)
    await prepare(await subject.signIn(), subject, harness)
    await harness.drain()
    return subject
  }

const bookSize: Confirm = async (call) => {
  const plan = 25
  const estimate = await call(api.couponEstimateGet, { query: { plan: String(plan) } })
  const { effectiveOn, conditions } = estimate
  return () => call(api.couponRegisterPost, { body: { plan, effectiveOn, conditions } })
}

const leave =
  (of: (subject: Subject) => string[] | undefined): Confirm =>
  async (call, subject) => {
    const lineIds = of(subject)
    const { conditions } = await call(api.simCancelPaymentGet, { query: { lineId: lineIds } })
    return () => call(api.simCancelReservePost, { body: { conditions, agreed, lineIds } })
  }

export const leaveWhole = leave(() => undefined)
export const leaveLine = leave(({ lineId }) => [lineId])

const takeBackLeaving = (call: Call, orderNo: string) =>
  call(api.simCancelResetPost, { body: { orderNo } })
const takeBackOrder = (call: Call, orderNo: string) => call(api.orderDelete, { query: { orderNo } })

const bookedNo = async (call: Call) =>
  (await call(api.statusApplyStateGet, { query: { only: 'open' } })).rows[0]?.orderNo ?? ''

/** The press of 安心 options, which we switch on ourselves. */
const joinSupport: Confirm = async (call, { lineId }) => {
  const { options } = await call(api.supportOptionAvailableGet, { query: { lineId } })
  const offer = options.find(({ optionCode }) => optionCode === 'security')
  if (offer === undefined) throw new NotOffered('security')
  const { estimate, terms } = offer
  const body = {
    optionCode: 'security' as const,
    lineId,
    conditions: estimate.conditions,
    termsVersion: terms.version,
    agreed,
  }
  return () => call(api.supportOptionPost, { body })
}

const leaveSupport: Confirm = async (call, { lineId }) => {
  const { options } = await call(api.supportOptionCancelableGet, { query: { lineId } })
  const { conditions } = options.find(({ optionCode }) => optionCode === 'security')?.estimate ?? {}
  const body = { optionCode: 'security' as const, lineId, conditions: conditions ?? '' }
  return () => call(api.supportOptionCancelPost, { body })
}

const press = async (confirm: Confirm, call: Call, subject: Subject) =>
  (await confirm(call, subject))()

/** Somebody whose application for a line of their own waits for its last button. */
async function applicant(harness: Harness, loginId: string): Promise<Subject> {
  const browser = openBrowser(harness)
  await browser.answerAll(loginId, newPerson())
  return { loginId, lineId: '', contractId: '', signIn: async () => browser.call }
}

/** The same for the line of somebody in the family. */
async function taker(harness: Harness, loginId: string): Promise<Subject> {
  const desk = handoverDesk(harness, loginId)
  const from = await desk.giver()
  const person = newPerson()
  const { handoverNo = '' } = (await desk.offer(from, person)).offer
  const browser = await desk.applicant({ handoverNo, number: from.number }, person)
  const { loginId: ofTaker, call } = browser
  return { loginId: ofTaker, lineId: '', contractId: '', signIn: async () => call }
}

/** One contract a person: each was born on a day of their own. */
function newPerson() {
  people += 1
  return { birth: Temporal.PlainDate.from('1960-01-01').add({ days: people }).toString() }
}

const submitApplication: Confirm = async (call) => {
  const { version, conclusion } = await call(api.applicationGet)
  const body = { conditions: conclusion?.conditions ?? 'none', agreed, version }
  return () => call(api.applicationSubmitPost, { body })
}

/** How a member comes to every procedure, begins it by the wire, and gives it up again. */
export const drives: Readonly<Record<OrderedOperation, Drive>> = {
  planSizeChange: {
    ready: member,
    confirm: bookSize,
    second: 'SIZE_ALREADY_BOOKED',
    undo: (call, orderNo) => call(api.couponCancelPost, { body: { orderNo } }),
  },
  planSizeUndo: {
    ready: after((call, subject) => press(bookSize, call, subject)),
    confirm: async (call) => {
      const orderNo = await bookedNo(call)
      return () => call(api.couponCancelPost, { body: { orderNo } })
    },
    second: 'NOTHING_BOOKED',
  },
  simAdd: {
    ready: member,
    confirm: async (call) => {
      const { version: termsVersion } = await call(api.simAddContractGet)
      const query = { kind: 'data', size: 'nano' } as const
      const { conditions } = await call(api.simAddCostGet, { query })
      return () => call(api.simAddPost, { body: { ...query, termsVersion, conditions, agreed } })
    },
    // Three lines with the one that is coming: that lasts longer than the order.
    second: 'LINE_LIMIT_REACHED',
    undo: takeBackOrder,
  },
  simReissue: {
    ready: member,
    confirm: async (call, { lineId }) => {
      const query = { lineId, size: 'esim', reason: 'esimMove' } as const
      const { conditions } = await call(api.simChangeSizeInitialCostGet, { query })
      const body = { ...query, conditions, eid: eidOf((chips += 1)) }
      return () => call(api.simChangeSizeRegisterPost, { body })
    },
    second: 'SIM_ORDER_OPEN',
    undo: takeBackOrder,
  },
  simKindChange: {
    ready: member,
    confirm: async (call, { lineId }) => {
      const query = { lineId, kind: 'data', size: 'nano' } as const
      const { conditions } = await call(api.simChangeTypeInitialCostGet, { query })
      return () => call(api.simChangeTypeRegisterPost, { body: { ...query, conditions, agreed } })
    },
    second: 'KIND_CHANGE_OPEN',
    undo: takeBackOrder,
  },
  phoneMove: {
    ready: member,
    confirm: async (call, { lineId }) => {
      const { conditions } = await call(api.phoneMoveEstimateGet, { query: { lineId } })
      return () => call(api.phoneMovePost, { body: { lineId, conditions, proof: 'wait' } })
    },
    second: 'SIM_ORDER_OPEN',
    undo: (call, orderNo) => call(api.phoneMoveWithdrawPost, { body: { orderNo } }),
  },
  lineCancel: {
    ready: member,
    confirm: leaveLine,
    second: 'CANCELLATION_BOOKED',
    undo: takeBackLeaving,
  },
  contractCancel: {
    ready: member,
    confirm: leaveWhole,
    second: 'CANCELLATION_BOOKED',
    undo: takeBackLeaving,
  },
  cancelUndo: {
    ready: after((call, subject) => press(leaveWhole, call, subject)),
    confirm: async (call) => {
      const orderNo = await bookedNo(call)
      return () => takeBackLeaving(call, orderNo)
    },
    second: 'NOTHING_BOOKED',
  },
  initialCancel: {
    ready: member,
    confirm: async (call) => {
      const { conditions } = await call(api.statusInitialCancelGet)
      return () => call(api.statusInitialCancelPost, { body: { conditions, agreed } })
    },
    second: 'INITIAL_CANCEL_SUBMITTED',
  },
  portOut: {
    ready: member,
    confirm: async (call, { lineId }) => {
      const { conditions } = await call(api.portOutPaymentGet, { query: { lineId } })
      return () => call(api.portOutIssuanceRequestPost, { body: { lineId, conditions, agreed } })
    },
    second: 'MNP_NUMBER_LIVE',
  },
  lineHandover: {
    ready: member,
    confirm: async (call, { lineId }) => {
      const { conditions } = await call(api.handoverEstimateGet, { query: { lineId } })
      return () => call(api.handoverOfferPost, { body: { lineId, conditions, agreed, ...named } })
    },
    second: 'HANDOVER_OPEN',
    undo: (call, orderNo) => call(api.handoverWithdrawPost, { body: { orderNo } }),
  },
  optionJoin: {
    ready: member,
    confirm: joinSupport,
    second: 'OPTION_ALREADY_ACTIVE',
  },
  optionLeave: {
    ready: after((call, subject) => press(joinSupport, call, subject)),
    confirm: leaveSupport,
    second: 'OPTION_LEAVING_BOOKED',
    undo: (call, _, subject) => press(joinSupport, call, subject),
  },
  deviceRegister: {
    ready: after(async (_, subject, harness) => {
      await coverLine(harness, subject)
      await putSimIntoDevice(harness, subject.lineId, imeiOf((devices += 1)))
    }),
    confirm: async (call, { lineId }) => {
      const body = { lineId, termsVersion: '1.2', agreed }
      return () => call(api.assuredDeviceSelectMenuPost, { body })
    },
    second: 'REGISTRATION_OPEN',
    undo: (call, orderNo) => call(api.assuredDeviceRegistrationDelete, { query: { orderNo } }),
  },
  deviceClaim: {
    ready: after(async (call, subject, harness) => {
      await coverLine(harness, subject)
      await putSimIntoDevice(harness, subject.lineId, imeiOf((devices += 1)))
      await press(drives.deviceRegister.confirm, call, subject)
    }),
    confirm: async (call) => {
      const { devices } = await call(api.assuredDeviceListGet)
      const body = {
        deviceId: devices[0]?.deviceId ?? '',
        basis: 'cover' as const,
        cause: 'damage' as const,
        happenedOn: '2026-11-20',
        story: '落として画面が割れました。',
        termsVersion: '1.2',
        agreed,
      }
      return () => call(api.assuredDeviceClaimPost, { body })
    },
    second: 'CLAIM_OPEN',
    undo: (call, orderNo) => call(api.assuredDeviceClaimDelete, { query: { orderNo } }),
  },
  topUp: {
    ready: member,
    confirm: async (call) => {
      const { packs } = await call(api.highSpeedCouponGet)
      const { packId = '100mb', priceYen = 0 } = packs[0] ?? {}
      return () => call(api.highSpeedCouponPost, { body: { packId, priceYen } })
    },
    second: 'both',
  },
  highSpeedSwitch: {
    ready: member,
    confirm:
      async (call, { lineId }) =>
      () =>
        call(api.highSpeedStatusPut, { body: { lineId, on: false } }),
    // Wanted already: pressed again it changes nothing.
    second: 'both',
  },
  lineSuspend: {
    ready: member,
    confirm:
      async (call, { lineId }) =>
      () =>
        call(api.lineSuspensionPost, { body: { lineId } }),
    second: 'ALREADY_SUSPENDED',
    undo: (call, _, { lineId }) => call(api.lineSuspensionDelete, { query: { lineId } }),
  },
  lineResume: {
    ready: after((call, { lineId }) => call(api.lineSuspensionPost, { body: { lineId } })),
    confirm:
      async (call, { lineId }) =>
      () =>
        call(api.lineSuspensionDelete, { query: { lineId } }),
    second: 'NOT_SUSPENDED_AS_LOST',
  },
  paperCopy: {
    ready: withPaper,
    confirm: async (call) => {
      const { documents } = await call(api.contractDetailStatusGet)
      const docId = documents[0]?.docId ?? ''
      const { conditions } = await call(api.contractDetailPaperAvailableGet, { query: { docId } })
      return () => call(api.contractDetailReservePost, { body: { docId, conditions } })
    },
    second: 'PAPER_ALREADY_ORDERED',
  },
  lineOpen: {
    ready: applicant,
    confirm: submitApplication,
    // Told again what was accepted.
    second: 'both',
  },
  lineTakeover: {
    ready: taker,
    confirm: submitApplication,
    // Told again what was accepted.
    second: 'both',
  },
}
