import { eidOf } from '../facts/eid.ts'
import { api } from '#protocol/index.ts'
import type { Call } from '#protocol/http.ts'
import type { Harness } from './harness.ts'
import { makeMember, type MemberShape } from './members.ts'
import { rowsOf } from './rows.ts'
import { standInFault, type Fault } from './stand-ins.ts'
import { runTasksLike } from './tasks.ts'

/** What tests of SIM orders and port-outs do by hand: order as the screens do, and let time pass for these areas only. */
export function simDesk(harness: Harness, prefix: string) {
  let serial = 0

  async function member(shape: Partial<MemberShape> = {}) {
    const loginId = `${prefix}${(serial += 1)}`
    const made = await makeMember(harness, { loginId, ...shape })
    const [lineId = ''] = made.lineIds
    return { loginId, lineId, ...made }
  }

  /** The same member after logging in now. */
  const again = async (loginId: string) => (await harness.signIn(loginId)).call

  /** What the order's page says, read after logging in now. */
  const order = async ({ loginId }: { loginId: string }, orderNo: string) =>
    (await again(loginId))(api.orderGet, { query: { orderNo } })

  const lineOf = async ({ loginId }: { loginId: string }, index = 0) =>
    (await (await again(loginId))(api.contractGet)).lines[index]

  const chargesOf = ({ contractId }: { contractId: string }) =>
    rowsOf(
      harness,
      'booked_charge',
      ['figure_key', 'amount_tenths_yen', 'month'],
      { contract_id: contractId },
      'booked_at',
      'figure_key',
    )

  /** The steps of an order that are behind it, and the present one. */
  const stepsOf = async (member: { loginId: string }, orderNo: string) =>
    (await order(member, orderNo)).timeline
      .filter(({ position }) => position !== 'ahead')
      .map(({ key }) => key)

  const eid = (ending?: string) => eidOf((serial += 1), ending)

  async function orderCard(call: Call, lineId: string) {
    const wanted = { lineId, size: 'nano', reason: 'broken' } as const
    const { conditions } = await call(api.simChangeSizeInitialCostGet, { query: wanted })
    return call(api.simChangeSizeRegisterPost, { body: { ...wanted, conditions } })
  }

  async function orderEsim(call: Call, lineId: string, ending?: string, switchAt?: string) {
    const wanted = { lineId, size: 'esim', reason: 'esimMove' } as const
    const { conditions } = await call(api.simChangeSizeInitialCostGet, { query: wanted })
    const body = { ...wanted, conditions, eid: eid(ending), ...(switchAt ? { switchAt } : {}) }
    return call(api.simChangeSizeRegisterPost, { body })
  }

  async function orderLine(call: Call, kind: 'data' | 'sms' | 'voice', size: 'nano' | 'esim') {
    const { conditions } = await call(api.simAddCostGet, { query: { kind, size } })
    const { version } = await call(api.simAddContractGet)
    const chip = size === 'esim' ? { eid: eid() } : {}
    return call(api.simAddPost, {
      body: { kind, size, conditions, termsVersion: version, agreed: true, ...chip },
    })
  }

  async function orderKind(
    call: Call,
    lineId: string,
    kind: 'data' | 'sms' | 'voice',
    size: 'nano' | 'esim',
  ) {
    const wanted = { lineId, kind, size }
    const { conditions } = await call(api.simChangeTypeInitialCostGet, { query: wanted })
    const chip = size === 'esim' ? { eid: eid() } : {}
    return call(api.simChangeTypeRegisterPost, {
      body: { ...wanted, ...chip, conditions, agreed: true },
    })
  }

  const ownTasks = /^(carrier reconciliation|SIM|MNP|identity)/

  /** Lets the worker do what lies ready, sets the clock, and runs what these areas have due then. */
  async function workAt(instant: string) {
    await harness.drain()
    harness.clock.set(instant)
    await work()
  }

  async function work() {
    await harness.services.exchanges.reconcile()
    await runTasksLike(harness, ownTasks)
    await harness.drain()
  }

  const after = (minutes: number) => workAt(harness.clock.now().add({ minutes }).toString())

  /** A fault of the carrier stand-in, until `off`. */
  const carrierFault = (fault: Fault) => standInFault(harness.carrier, fault)

  return {
    member,
    again,
    order,
    lineOf,
    chargesOf,
    stepsOf,
    eid,
    orderCard,
    orderEsim,
    orderLine,
    orderKind,
    workAt,
    work,
    after,
    carrierFault,
  }
}

export type DeskMember = Awaited<ReturnType<ReturnType<typeof simDesk>['member']>>
