import { z } from 'zod'
import { lockKinds, lockWaitHours } from '#vocabulary/lock.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { optionStateWords } from '#vocabulary/states/option.ts'
import { lockStateWords } from '#vocabulary/states/lock.ts'
import { memberEndpoint } from './endpoint.ts'
import { count, instant, opaqueId, phoneNumber, queryNumber } from './primitives.ts'

const kind = z.enum(lockKinds, 'ロックの種類を選んでください。')

/** As a form sends it or a program does. */
const waitHours = queryNumber(0, 72, '解除の待ち時間を選んでください。').pipe(
  z.literal([...lockWaitHours], '解除の待ち時間を選んでください。'),
)

const locks = z
  .object({
    locks: z.array(
      z.object({
        kind,
        state: z.enum(namesOf(lockStateWords)),
        waitHours: z.literal([...lockWaitHours]),
        /** A shorter wait that the member requested, and from when it applies. */
        shorter: z.object({ waitHours: z.literal([...lockWaitHours]), from: instant }).optional(),
        /** While it is being lifted. */
        liftsAt: instant.optional(),
        changedAt: instant.optional(),
        /** Orders of what it locks that are under way: a lock does not stop them. */
        ordersUnderWay: count,
      }),
    ),
    /** The stop of calls abroad, an option of each voice line and joined there. */
    abroad: z.array(
      z.object({
        lineId: opaqueId,
        nickname: z.string(),
        number: phoneNumber,
        state: z.enum(namesOf(optionStateWords)),
      }),
    ),
  })
  .meta({ id: 'Locks' })

export const lockApi = {
  lockGet: memberEndpoint('GET', '/api/lock', {
    summary: 'お客さまが設定するロック',
    result: locks,
  }),

  lockPost: memberEndpoint('POST', '/api/lock', {
    summary: 'ロックを設定する',
    body: z.object({ lock: kind, waitHours }),
    result: locks,
    errors: ['LOCK_LIFTING', 'CONTRACT_ENDED', 'CONTRACT_NOT_ACTIVE'],
  }),

  lockLiftPost: memberEndpoint('POST', '/api/lock/lift', {
    proof: 'secondFactor',
    summary: 'ロックを解除する',
    body: z.object({ lock: kind }),
    result: locks,
    errors: ['LOCK_NOT_SET'],
  }),

  lockStopPost: memberEndpoint('POST', '/api/lock/stop', {
    summary: 'ロックの解除を取り消す',
    body: z.object({ lock: kind }),
    result: locks,
    errors: ['LOCK_NOT_SET'],
  }),

  /** A longer wait counts at once; a shorter one takes the second factor and counts after the longer. */
  lockWaitPut: memberEndpoint('PUT', '/api/lock/wait', {
    summary: 'ロックの解除の待ち時間を変える',
    body: z.object({ lock: kind, waitHours }),
    result: locks,
    errors: ['LOCK_NOT_SET', 'LOCK_LIFTING', 'SECOND_FACTOR_REQUIRED'],
  }),
}
