import { RefusalError } from '#backend/refusal.ts'
import { api } from '#protocol/index.ts'
import type { SuccessionRequest } from '#vocabulary/succession.ts'
import { decideSuccession, showSuccession, type StaffDecision } from '#backend/succession/public.ts'
import { holder } from './applicants.ts'
import type { Harness } from './harness.ts'
import { makeMember, setProfile, type MemberShape } from './members.ts'
import { atReader } from './outside-pages.ts'
import { rowOf } from './rows.ts'
import { runTasks } from './tasks.ts'

/** A PDF as a scanner makes one, as far as anybody looks at it; another number is another file. */
export const scan = (n = 1) => Buffer.from(`%PDF-1.7\n1 0 obj <</Page ${n}>> endobj\n%%EOF\n`)

let serial = 20_000_000

/** A member who has died: 髙橋花子, born 1950-04-01, with a voice line. */
export async function theDeceased(
  harness: Harness,
  loginId: string,
  shape: Partial<MemberShape> = {},
) {
  const number = `080${(serial += 1)}`
  const member = await makeMember(harness, { loginId, lines: [{ number }], ...shape })
  await setProfile(harness, member.accountId, {
    lastName: '髙橋',
    firstName: '花子',
    lastNameKana: 'タカハシ',
    firstNameKana: loginId.replaceAll(/[^ア-ン]/gu, '') || 'ハナコ',
    birthYear: '1950',
    birthMonth: '4',
    birthDay: '1',
    email: `${member.accountId}@example.jp`,
  })
  return { ...member, number, loginId }
}

export const named = {
  lastNameKana: 'タカハシ',
  firstNameKana: 'ハナコ',
  birth: '1950-04-01',
  diedOn: '2026-11-01',
  relation: 'child',
} as const

/** Somebody of the family, signed in to an account of their own. */
export async function openHeir(harness: Harness, loginId: string) {
  const { accountId, call, request } = await harness.signIn(loginId)
  const { services, clock } = harness

  const saveContract = (
    phone: string,
    own: object = {},
    request: SuccessionRequest = 'take_over',
  ) =>
    call(api.successionPut, { body: { step: 'contract', phone, ...named, wish: request, ...own } })

  const saveHeir = (own: object = {}) =>
    call(api.successionPut, { body: { step: 'heir', ...holder, ...own } })

  async function readDocument(outcome: string) {
    const { startUrl } = await call(api.successionIdentityPost, {
      body: { back: '/order/succession/apply' },
    })
    const checkId = startUrl.split('/').at(-1) ?? ''
    const url = await services.identity.start(accountId, checkId)
    await atReader(url, outcome)
    return services.identity.finish(accountId, checkId)
  }

  async function registerCard() {
    const { updateUrl } = await call(api.successionCardPost, {
      body: { back: '/order/succession/apply' },
    })
    const state = new URL(updateUrl).searchParams.get('state') ?? ''
    return services.takeCardReturn(
      { actor: 'member', accountId, contractId: null, now: clock.now() },
      { state, code: 'good' },
    )
  }

  const addFile = (file: Uint8Array) =>
    services.addSuccessionDocument({ accountId, now: clock.now(), traceKey: 'trace-test' }, file)

  /** Everything there is to answer. */
  async function answerAll(
    phone: string,
    { request = 'take_over', heir = {} }: { request?: SuccessionRequest; heir?: object } = {},
  ) {
    await saveContract(phone, {}, request)
    await saveHeir(heir)
    await addFile(scan())
    await readDocument('matched')
    if (request === 'take_over') await registerCard()
  }

  async function submit(idempotencyKey?: string) {
    const { terms } = await call(api.successionGet)
    return call(api.successionSubmitPost, {
      body: { termsVersion: terms.version, agreed: true },
      ...(idempotencyKey && { idempotencyKey }),
    })
  }

  return {
    accountId,
    call,
    request,
    saveContract,
    saveHeir,
    readDocument,
    registerCard,
    addFile,
    answerAll,
    submit,
  }
}

/** How a paper is refused; `taken` where it is not. */
export const fileCodeOf = (added: Promise<void>) =>
  added.then(
    () => 'taken',
    (error: unknown) => (error instanceof RefusalError ? error.code : String(error)),
  )

/** Staff take the papers out at the shell. */
export async function readPapers(harness: Harness, orderNo: string) {
  const { database, clock, services } = harness
  const asked = { orderNo, takesPapers: true, now: clock.now() }
  return database.db.transaction().execute((tx) => showSuccession(tx, services.sealing, asked))
}

/** What staff type at the shell with the papers before them, carried out as the worker does. */
export async function decide(harness: Harness, orderNo: string, asked: StaffDecision) {
  await readPapers(harness, orderNo)
  await harness.database.db
    .transaction()
    .execute((tx) => decideSuccession(tx, orderNo, asked, harness.clock.now()))
  await runTasks(harness, 'successions decided')
}

/** Accepted by staff, and the holder lets the 72 hours pass. */
export async function accept(harness: Harness, orderNo: string) {
  await decide(harness, orderNo, { decision: 'accept' })
  harness.clock.set(harness.clock.now().add({ hours: 73 }).toString())
  await runTasks(harness, 'successions carried out')
}

/** Heirs and those who have died, each of a name of its own: there is one contract a person. */
export function heirDesk(harness: Harness) {
  let count = 0

  const heirNamed = () => {
    const letters = 'アイウエオカキクケコサシスセソ'
    const firstNameKana = letters[(count += 1)] ?? 'ン'
    return { firstName: `縁${count}`, firstNameKana }
  }

  /** Everything answered and sent: what is to be done is up to our staff. */
  async function submitted(request: SuccessionRequest = 'take_over') {
    const own = heirNamed()
    const deceased = await theDeceased(harness, `dead-${count}`)
    const loginId = `heir-${count}`
    const heir = await openHeir(harness, loginId)
    await heir.answerAll(deceased.number, { request, heir: own })
    const receipt = await heir.submit()
    return { deceased, heir, loginId, orderNo: receipt.orderNo, receipt, own }
  }

  const contractOf = ({ contractId }: { contractId: string }) =>
    rowOf(harness, 'contract', '*', { contract_id: contractId })

  return { contractOf, heirNamed, submitted }
}
