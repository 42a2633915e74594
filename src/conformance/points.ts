import { movementRequest, pointsPartner } from '#outside/points.ts'
import { createPoints } from '#backend/adapters/points.ts'
import {
  bodyOf,
  changes,
  givenOf,
  hold,
  reads,
  refusedBy,
  same,
  type Bench,
  type Suite,
} from './check.ts'
import { fieldOf } from './json.ts'
import { wireChecks, type Change } from './wire-checks.ts'

const { move, findMovement, balance } = pointsPartner.operations

const portalOf = ({ url, secret, answerWithinMs }: Bench) =>
  createPoints({ url, secret, timeoutMs: answerWithinMs })

async function moveOf(bench: Bench, kind: string, points: number, memberId?: string) {
  const orderId = bench.newId()
  return { orderId, memberId: memberId ?? (await givenOf(bench, 'memberId')), kind, points }
}

async function movePoints(bench: Bench, kind: string, points: number, memberId?: string) {
  const body = await moveOf(bench, kind, points, memberId)
  return bodyOf(await bench.ask(move, { body }), 200)
}

async function balanceOf(bench: Bench): Promise<number> {
  const memberId = await givenOf(bench, 'memberId')
  return bodyOf(await bench.ask(balance, { parameters: { memberId } }), 200).points
}

/** A movement that goes well and changes the balance by so much. */
async function checkMoved(bench: Bench, kind: string, points: number, by: number) {
  const before = await balanceOf(bench)
  const done = await movePoints(bench, kind, points)
  same('result and moved', [done.result, fieldOf(done, 'moved')], ['ok', Math.abs(by)])
  same('the balance afterwards', await balanceOf(bench), before + by)
}

async function checkTooMuch(bench: Bench) {
  const before = await balanceOf(bench)
  const done = await movePoints(bench, 'spend', before + 1)
  same('result', [done.result, fieldOf(done, 'reason')], ['refused', 'insufficient_points'])
  same('the balance afterwards', await balanceOf(bench), before)
}

async function checkTakenBack(bench: Bench) {
  await movePoints(bench, 'grant', 1)
  const before = await balanceOf(bench)
  try {
    const done = await movePoints(bench, 'take-back', before + 5)
    same('result and moved', [done.result, fieldOf(done, 'moved')], ['ok', before])
    same('the balance afterwards', await balanceOf(bench), 0)
  } finally {
    await movePoints(bench, 'grant', before)
  }
}

const probe = {
  unknown: {
    operation: findMovement,
    parameters: { orderId: 'conf-unknown' },
    code: 'MOVEMENT_UNKNOWN',
  },
  async change(bench: Bench): Promise<Change> {
    return { operation: move, body: await moveOf(bench, 'grant', 1) }
  },
  done: 200,
  otherBody: ({ body }: Change) => ({ ...body, points: 2 }),
  malformed: (body: Change['body']) => [
    { ...body, memberId: undefined },
    { ...body, kind: 'conf-no-such-kind' },
    { ...body, points: '1' },
  ],
  async find(bench: Bench, orderId: string) {
    const found = await bench.ask(findMovement, { parameters: { orderId } })
    return found.status === 404 ? undefined : bodyOf(found, 200)
  },
  atField: 'at',
  portal: (bench: Bench, { body }: Change) => portalOf(bench).move(movementRequest.parse(body)),
}

export const pointsSuite: Suite = {
  system: pointsPartner,
  creates: ['about thirty movements of memberId, which leave some twenty points more than before'],
  wanted: { memberId: { what: 'a member of the partner whose points may be moved' } },
  checks: [
    ...wireChecks(probe),
    changes('POINTS-1', (bench) => checkMoved(bench, 'grant', 3, 3)),
    changes('POINTS-2', async (bench) => {
      await checkMoved(bench, 'grant', 3, 3)
      await checkMoved(bench, 'spend', 2, -2)
      await checkMoved(bench, 'give-back', 1, 1)
    }),
    changes('POINTS-3', checkTooMuch),
    changes('POINTS-4', checkTakenBack),
    changes('POINTS-5', async (bench) => {
      const done = await movePoints(bench, 'grant', 1)
      const parameters = { orderId: done.orderId }
      same('asked for', bodyOf(await bench.ask(findMovement, { parameters }), 200), done)
      const portal = await portalOf(bench).find(done.orderId)
      hold(portal.kind === 'accepted', `the portal's adapter reads ${JSON.stringify(portal)}`)
    }),
    reads('POINTS-6', async (bench) => {
      const parameters = { orderId: bench.newId() }
      refusedBy(await bench.ask(findMovement, { parameters }), 404, 'MOVEMENT_UNKNOWN')
    }),
    changes('POINTS-7', async (bench) => {
      const memberId = 'conf-no-such-member'
      const done = await movePoints(bench, 'grant', 1, memberId)
      same('result', [done.result, fieldOf(done, 'reason')], ['refused', 'member_unknown'])
      const answer = await bench.ask(balance, { parameters: { memberId } })
      refusedBy(answer, 404, 'MEMBER_UNKNOWN')
    }),
    changes('POINTS-8', async (bench) => {
      for (const points of [0, -1, 1.5, 10_000_001]) {
        const body = await moveOf(bench, 'grant', points)
        refusedBy(await bench.ask(move, { body }), 400, 'MALFORMED')
      }
    }),
  ],
}
