import { randomUUID } from 'node:crypto'
import { api } from '#protocol/index.ts'
import { ApiError, createCall, idempotencyKeyHeader, type Call } from '#protocol/http.ts'
import type { CommitFault } from '../faults/commit-gate.ts'
import { drives, NotOffered, type Subject } from '../procedures/drives.ts'
import { countRows } from '../rows.ts'
import type { Request } from './steps.ts'
import { note, type Deeds, type Walker } from './walker.ts'
import type { World } from './world.ts'

type Press = () => Promise<unknown>
type Met = {
  readonly world: Pick<World, 'harness'> & { readonly gate: Pick<World['gate'], 'meet'> }
  readonly subject: Pick<Subject, 'contractId'>
}
type Desk = {
  readonly world: World
  readonly subject: Subject
  readonly request: Request
  /** The first session confirms with a key, as its form does; the other is another browser of the same member. */
  readonly keyed: Call
  readonly other: Call
}

/** Confirms and presses as the request says; the answer goes into the deeds. @throws where two answers contradict each other */
export async function proceed(world: World, deeds: Deeds, walker: Walker, request: Request) {
  const { loginId, contractId } = walker
  const signIn = () => world.harness.signIn(loginId)
  const { lines } = await walker.call(api.contractGet)
  const lineId = lines[request.line % Math.max(1, lines.length)]?.lineId ?? ''
  const subject = { loginId, contractId, lineId, signIn: async () => (await signIn()).call }
  const [first, second] = [await signIn(), await signIn()]
  const desk = { world, subject, request, keyed: withKey(first.request), other: second.call }
  const by = `${request.name}${request.how === 'beside another' ? `+${request.beside}` : ''}, ${request.how}`
  note(deeds, `${by}: ${await pressed(desk)}`)
}

async function pressed(desk: Desk): Promise<string> {
  const { request, subject, keyed } = desk
  try {
    return await manners[request.how](desk, await drives[request.name].confirm(keyed, subject))
  } catch (error) {
    return refusalIn(error)
  }
}

/** A call whose changes all carry one key: pressed again it gets the answer it got before. */
function withKey(request: (path: string, init: RequestInit) => Promise<Response>): Call {
  const key = randomUUID()
  return createCall({
    fetch: (path, init) =>
      request(path, { ...init, headers: { ...init.headers, [idempotencyKeyHeader]: key } }),
  })
}

const manners: Readonly<Record<Request['how'], (desk: Desk, press: Press) => Promise<string>>> = {
  once: (_, press) => answerOf(press),

  async 'twice at once'({ request, subject, other }, press) {
    const second = await drives[request.name].confirm(other, subject)
    return (await Promise.all([answerOf(press), answerOf(second)])).join(' and ')
  },

  async 'beside another'({ request, subject, other }, press) {
    const second = await drives[request.beside].confirm(other, subject)
    return (await Promise.all([answerOf(press), answerOf(second)])).join(' and ')
  },

  'answer lost': (_, press) => againAfter(press, answerOf(press)),

  /** Confirmed before something else was done: the press comes late, from another page. */
  async mistaken({ subject, other }, press) {
    await answerOf(await drives.planSizeChange.confirm(other, subject))
    return answerOf(press)
  },

  async 'taken back'({ request, subject, other }, press) {
    const { undo } = drives[request.name]
    const answer = await answerOf(press)
    if (undo === undefined || answer !== 'accepted') return answer
    const { rows } = await other(api.statusApplyStateGet, { query: { only: 'open' } })
    const orderNo = rows.find(({ operation }) => operation === request.name)?.orderNo ?? ''
    return `taken back: ${await answerOf(() => undo(other, orderNo, subject))}`
  },

  'commit lost': (desk, press) => againAfter(press, meeting(desk, 'lost', press)),
  'commit unanswered': (desk, press) => againAfter(press, meeting(desk, 'unanswered', press)),

  /** The carrier acts, and its answer does not come through. */
  async 'carrier unanswered'({ world }, press) {
    world.way.fault({ kind: 'reset' })
    const answer = await answerOf(press)
    await world.harness.drain()
    world.way.fault({ kind: 'none' })
    return answer
  },
}

/** A request that was answered as done is answered so again. @throws where it is not so */
export async function againAfter(press: Press, first: Promise<string>) {
  const [before, after] = [await first, await answerOf(press)]
  if (before === 'accepted' && after !== before)
    throw new Error(`押し直すと、受け付けたはずの手続きが ${after}`)
  return `${before}, again ${after}`
}

/** Presses while the next COMMIT meets a fault. @throws where "no effect" is said of what was written down */
export async function meeting({ world, subject }: Met, fault: CommitFault, press: Press) {
  const written = () => countRows(world.harness, 'audit_entry', `chain = '${subject.contractId}'`)
  const before = await written()
  world.gate.meet(fault)
  const answer = await answerOf(press)
  world.gate.meet(undefined)
  if (answer === 'UNAVAILABLE' && (await written()) !== before)
    throw new Error('影響はないと答えたのに、記録が増えている')
  return answer
}

/** `accepted`, or the code of the refusal. @throws for an error of ours */
export async function answerOf(press: Press): Promise<string> {
  try {
    await press()
    return 'accepted'
  } catch (error) {
    return refusalIn(error)
  }
}

function refusalIn(error: unknown): string {
  if (error instanceof NotOffered) return 'not offered'
  if (!(error instanceof ApiError) || error.httpStatus === 500) throw error
  return error.failure?.code ?? `HTTP ${error.httpStatus}`
}
