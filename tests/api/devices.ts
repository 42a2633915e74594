import { afterEach } from 'vitest'
import { deskJob, type DeskStepName } from '#backend/device/queries/desk.ts'
import { RefusalError } from '#backend/refusal.ts'
import { api } from '#protocol/index.ts'
import { setUpCarrierLine } from '#demo/seed/carrier-set-up.ts'
import type { Harness } from './harness.ts'
import { makeMember } from './members.ts'
import { addRow, rowsOf } from './rows.ts'
import { standInFault } from './stand-ins.ts'
import { useHarness } from './use-harness.ts'
import { runTasks } from './tasks.ts'

const START = '2026-11-20T10:00:00+09:00'

type RequestParts = {
  cause?: 'failure' | 'damage'
  happenedOn?: string
  basis?: 'cover' | 'exchangeOption'
}

/** What tests of covered devices and claims do by hand, for one file; each test begins on the same morning. */
export async function deviceDesk() {
  const harness = await useHarness(START)
  afterEach(async () => {
    harness.clock.set(START)
    await standInFault(harness.carrier, { mode: 'off' })
  })

  type Member = Awaited<ReturnType<typeof makeOne>>
  let serial = 0
  const nextImei = () => imeiOf((serial += 1))
  const putSimInto = (lineId: string, imei: string | undefined, name?: string) =>
    putSimIntoDevice(harness, lineId, imei, name)

  async function makeOne(of: { imei?: string; covered?: boolean; joinedAt?: string } = {}) {
    const loginId = `device-${(serial += 1)}`
    const member = await makeMember(harness, {
      loginId,
      planCode: 20,
      course: 'share',
      lines: [{}, {}],
    })
    const lineId = member.lineIds[0] ?? ''
    if (of.imei !== undefined) await putSimIntoDevice(harness, lineId, of.imei)
    if (of.covered !== false) await coverLine(harness, { ...member, lineId }, of.joinedAt)
    return { ...member, lineId, loginId }
  }

  const register = (
    member: Member,
    more: { imei?: string; fromDeviceId?: string; lineId?: string } = {},
  ) =>
    member.call(api.assuredDeviceSelectMenuPost, {
      body: { lineId: member.lineId, termsVersion: '1.2', agreed: true, ...more },
    })
  const listOf = (member: Member) => member.call(api.assuredDeviceListGet)
  /** Out of the table: a login does not last for the days that some of this takes. */
  const stateOf = async (_: Member, orderNo: string) =>
    (await rowsOf(harness, 'procedure_order', ['state'], { order_no: orderNo }))[0]?.state
  /** The round of the day that looks for what never came. */
  async function dayBegins(at: string) {
    harness.clock.set(at)
    await runTasks(harness, 'claims that waited in vain')
  }

  async function registered(of: { joinedAt?: string } = {}) {
    const imei = nextImei()
    const member = await makeOne({ imei, ...of })
    await register(member)
    await harness.drain()
    const [device] = (await listOf(member)).devices
    if (device === undefined) throw new Error('not registered')
    return { ...member, imei, deviceId: device.deviceId }
  }
  const requestOf = ({ deviceId }: { deviceId: string }, more: RequestParts = {}) => ({
    deviceId,
    basis: 'cover' as const,
    cause: 'damage' as const,
    happenedOn: '2026-11-20',
    story: '落として画面が割れました。',
    ...more,
  })
  const claim = (member: Member & { deviceId: string }, more: RequestParts = {}) =>
    member.call(api.assuredDeviceClaimPost, {
      body: {
        ...requestOf(member, more),
        termsVersion: more.basis === 'exchangeOption' ? '2.0' : '1.2',
        agreed: true,
      },
    })
  async function desk(member: Member, orderNo: string, step: DeskStepName, value?: string) {
    const { contractId } = member
    await harness.services.queue.send(harness.database.db, deskJob, {
      contractId,
      orderNo,
      step,
      ...(value && { value }),
    })
    await harness.drain()
  }
  const claimsOf = async (member: Member) =>
    (await listOf(member)).devices.flatMap(({ claims }) => claims)
  const whoIs = (member: Member) => ({
    actor: 'member' as const,
    accountId: member.accountId,
    contractId: member.contractId,
    now: harness.clock.now(),
  })
  const addPhotograph = (member: Member, orderNo: string, file: Uint8Array) =>
    harness.services.photographs.add(whoIs(member), orderNo, file)
  const refusalOf = (adding: Promise<void>) =>
    adding.then(
      () => 'taken',
      (error: unknown) => (error instanceof RefusalError ? error.code : String(error)),
    )

  return {
    harness,
    nextImei,
    makeOne,
    putSimInto,
    register,
    listOf,
    stateOf,
    dayBegins,
    registered,
    requestOf,
    claim,
    desk,
    claimsOf,
    addPhotograph,
    refusalOf,
  }
}

/** The option as it was joined in the past. */
export const coverLine = (
  harness: Harness,
  { contractId, lineId }: { contractId: string; lineId: string },
  joinedAt = '2025-11-21T09:00:00+09:00',
) =>
  addRow(harness, 'option_period', {
    contract_id: contractId,
    period_id: `opt_${lineId}`,
    line_id: lineId,
    option_code: 'deviceCover',
    joined_at: Temporal.Instant.from(joinedAt),
    to_on: null,
    left_at: null,
    join_order_no: null,
    terms_version: '1.2',
    settings_sealed: null,
    activation_sealed: null,
  })

/** The device the carrier sees the line's SIM in; none without an IMEI. */
export async function putSimIntoDevice(
  harness: Harness,
  lineId: string,
  imei: string | undefined,
  name = 'Pixel 9',
) {
  const line = await harness.services.carrier.line(`ref-${lineId}`)
  if (line.kind !== 'accepted') throw new Error(line.kind)
  const { number, kind, simKind, simSize, iccid, startedAt } = line.value
  await setUpCarrierLine(harness.services.config, `ref-${lineId}`, {
    number,
    kind,
    simKind,
    simSize,
    iccid,
    startedAt,
    profile: 'idle',
    device: imei === undefined ? {} : { maker: 'Google', name, imei },
  })
}

/** An IMEI with its check digit. */
export const imeiOf = (serial: number) =>
  withCheckDigit(`4901542${String(serial).padStart(7, '0')}`)

function withCheckDigit(body: string): string {
  const sum = [...body].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return body + String((10 - (sum % 10)) % 10)
}
