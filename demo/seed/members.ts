import { deviceHash } from '#backend/login/devices.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { findRow, insertIfNew, insertRow, updateRows } from '#backend/db/rows.ts'
import { loginNameAad, profileAad } from '#backend/holder.ts'
import { findCheckOfOrder, openCheck, recordIdentity } from '#backend/identity/public.ts'
import { lineAad, sealNickname } from '#backend/contract/line-mapping.ts'
import {
  addDays,
  addMonths,
  formatRfc3339,
  monthOf,
  startOfDay,
  startOfMonth,
  toTokyoDate,
  toTokyoMonth,
  tokyoDate,
  type Instant,
  type TokyoDate,
} from '#domain/tokyo.ts'
import { setUpCarrierLine, type CarrierAccess } from './carrier-set-up.ts'
import { DEMO_DEVICE, demoMembers, mailOf, subjectOf } from './demo-members.ts'
import { contractStories, type ContractStory, type LineStory } from './contracts.ts'
import type { SeedContract, SeedLine } from './life.ts'
import { people } from './people.ts'

/** How far the demo's past reaches. */
const MONTHS_BACK = 13

/** Account ids by login id; everybody has the profile the specification's sample shows. */
export async function insertAccounts(db: Db, sealing: Sealing, now: Instant) {
  const ids = new Map<string, string>()
  const joinedAt = now.subtract({ hours: 24 * 30 * (MONTHS_BACK + 1) })
  for (const member of demoMembers) {
    const subject = subjectOf(member.loginId)
    const known = await findRow(db, 'account', { subject }, 'account_id')
    const accountId = known?.account_id ?? newId('acc')
    const email = mailOf(member.loginId)
    const profile = { ...people[member.loginId], name: member.name, email }
    await db
      .insertInto('account')
      .values({
        account_id: accountId,
        subject,
        login_name_sealed: sealing.seal(loginNameAad(accountId), member.loginId),
        profile_sealed: sealing.seal(profileAad(accountId), JSON.stringify(profile)),
        email_index: sealing.index('email', email),
        staff: false,
        created_at: joinedAt,
      })
      .onConflict((conflict) =>
        conflict
          .column('subject')
          .doUpdateSet((eb) => ({ profile_sealed: eb.ref('excluded.profile_sealed') })),
      )
      .execute()
    await insertIfNew(db, 'device', {
      account_id: accountId,
      device_hash: deviceHash(accountId, DEMO_DEVICE),
      first_seen_at: joinedAt,
      last_seen_at: now,
      known_from: joinedAt,
    })
    ids.set(member.loginId, accountId)
  }
  return ids
}

/** The contracts as they began; nothing is written yet. */
export function planContracts(now: Instant): Omit<SeedContract, 'accountId'>[] {
  const firstMonth = addMonths(toTokyoMonth(now), -MONTHS_BACK)
  return contractStories.map((story) => {
    const startedOn =
      'daysAgo' in story.began
        ? addDays(toTokyoDate(now), -story.began.daysAgo)
        : addDays(startOfMonth(firstMonth), story.began.day - 1)
    return {
      story,
      contractId: newId('ctr'),
      startedOn,
      lines: story.lines.map((line, index) => ({
        lineId: newId('line'),
        lineRef: `demo-${story.loginId}-${index + 1}`,
        joinedOn: joinDay(line, startedOn),
      })),
    }
  })
}

function joinDay(line: LineStory, startedOn: TokyoDate): TokyoDate {
  if (line.joinedAfterMonths === undefined) return startedOn
  return tokyoDate(`${addMonths(monthOf(startedOn), line.joinedAfterMonths)}-05`)
}

/** Lines in service since the day they joined, with the habits of their users. */
export async function setUpLines(
  carrier: CarrierAccess,
  contracts: readonly Pick<SeedContract, 'story' | 'lines'>[],
) {
  for (const { story, lines } of contracts)
    for (const [index, { lineRef, joinedOn }] of lines.entries()) {
      const line = story.lines[index]
      if (line === undefined) continue
      const esim = line.simSize === 'esim'
      await setUpCarrierLine(carrier, lineRef, {
        number: line.number,
        kind: line.kind,
        simKind: esim ? 'esim' : 'physical',
        simSize: line.simSize === 'esim' ? null : line.simSize,
        iccid: iccidOf(line),
        profile: line.profile,
        startedAt: formatRfc3339(startOfDay(joinedOn)),
        device: line.device,
      })
    }
}

/** 89 telecom, 81 Japan, 00 no network that exists. */
function iccidOf(line: LineStory) {
  return `898100${line.number.padStart(13, '0')}`
}

export async function insertContract(db: Db, sealing: Sealing, contract: SeedContract) {
  const { story, contractId, startedOn, lines } = contract
  await insertRow(db, 'contract', {
    contract_id: contractId,
    account_id: contract.accountId,
    plan_code: story.planCode,
    course: story.course,
    status: 'active',
    applied_at: startOfDay(addDays(startedOn, -4)).add({ hours: 20 }),
    started_on: startedOn,
    document_received_on: addDays(startedOn, -1),
  })
  for (const [index, line] of lines.entries())
    await insertLine(db, sealing, contract, story, line, index)
  if (story.lines.some(({ kind }) => kind === 'voice')) await verifyHolder(db, sealing, contract)
}

/** Voice lines are given to none whose identity was not verified; it was, two days before service began. */
async function verifyHolder(
  db: Db,
  sealing: Sealing,
  { accountId, contractId, startedOn }: SeedContract,
) {
  const now = startOfDay(addDays(startedOn, -2)).add({ hours: 15 })
  await passCheck(db, sealing, { accountId, orderNo: `seed-${contractId}` }, now)
}

/** A check of what is registered that the chip of a licence has passed, with its record. */
export async function passCheck(
  db: Db,
  sealing: Sealing,
  { accountId, orderNo }: { accountId: string; orderNo: string },
  now: Instant,
) {
  await openCheck(db, { accountId, contractId: null, orderNo, now })
  await updateRows(
    db,
    'identity_check',
    { account_id: accountId, order_no: orderNo },
    { state: 'matched', verified_on: toTokyoDate(now) },
  )
  const row = await findCheckOfOrder(db, accountId, orderNo)
  if (row === undefined) throw new Error('the check that was opened is not there')
  const evidence = {
    method: 'chip_and_face',
    document: 'driving_licence',
    reference: LICENCE,
  } as const
  await recordIdentity(db, sealing, { row, evidence, checkedBy: { by: 'chip' } }, now)
}

/** No prefecture issues it. */
const LICENCE = '000000000000'

async function insertLine(
  db: Db,
  sealing: Sealing,
  { contractId }: SeedContract,
  { lines }: ContractStory,
  { lineId, lineRef, joinedOn }: SeedLine,
  index: number,
) {
  const line = lines[index]
  if (line === undefined) return
  await insertRow(db, 'line', {
    contract_id: contractId,
    line_id: lineId,
    carrier_ref: lineRef,
    position: index + 1,
    kind: line.kind,
    sim_size: line.simSize,
    number_sealed: sealing.seal(lineAad.number(lineId), line.number),
    number_index: sealing.index('number', line.number),
    iccid_sealed: sealing.seal(lineAad.iccid(lineId), iccidOf(line)),
    status: 'active',
    ...sealNickname(sealing, lineId, line.nickname ?? ''),
    activated_on: joinedOn,
  })
}
