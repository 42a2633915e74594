import type { Db } from '#backend/db/connect.ts'
import type { Acting } from '#backend/step/record-change.ts'
import { roleFor, type GuardedAct } from '#domain/console/acts.ts'
import type { ActWay, StaffRole } from '#vocabulary/console.ts'
import { guardedOperations, type GuardedOperation, type SlipField } from '#vocabulary/guarded.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { compensationEntered } from './commands/compensation-entered.ts'
import { exchangeRecorded } from './commands/exchange-recorded.ts'
import type {
  Guarded,
  GuardedDeps,
  GuardedRequest,
  RequestOf,
  Subject,
  TwoPeople,
} from './commands/guarded.ts'
import { identityApproved } from './commands/identity-approved.ts'
import { lineUnfrozen } from './commands/line-unfrozen.ts'
import { noticePosted } from './commands/notice-posted.ts'
import { refundTransferred } from './commands/refund-transferred.ts'
import { secretsOpened } from './commands/secrets-opened.ts'
import { successionAccepted } from './commands/succession-accepted.ts'

/** Every guarded operation; one without an entry does not compile. */
export const guarded: { readonly [Name in GuardedOperation]: Guarded<Name> } = {
  refundTransferred,
  compensationEntered,
  identityApproved,
  successionAccepted,
  lineUnfrozen,
  noticePosted,
  exchangeRecorded,
  secretsOpened,
}

/** The operations that somebody with these roles may do so, in one of these ways. */
export const operationsFor = (
  roles: readonly StaffRole[],
  ...ways: readonly ActWay[]
): readonly GuardedOperation[] =>
  namesOf(guardedOperations).filter((name) =>
    ways.some((way) => roleFor(roles, guarded[name].act, way) !== undefined),
  )

/** An operation with what is asked of it. */
type Bound = {
  readonly act: GuardedAct
  readonly facts: (db: Db, deps: GuardedDeps) => Promise<Subject>
  readonly lock: (tx: Db) => Promise<unknown>
  readonly slip: Readonly<Record<SlipField, string>> | undefined
  readonly run: (tx: Db, deps: GuardedDeps, who: Acting, people: TwoPeople) => Promise<void>
}

const bind = <Name extends GuardedOperation>(
  { act, facts, lock, slip, run }: Guarded<Name>,
  request: RequestOf<Name>,
): Bound => ({
  act,
  facts: (db, deps) => facts(db, deps, request),
  lock: async (tx) => lock?.(tx, request),
  slip: slip?.(request),
  run: (tx, deps, who, people) => run(tx, deps, who, request, people),
})

/** The operation that a request names. */
export function operationOf(request: GuardedRequest): Bound {
  switch (request.operation) {
    case 'refundTransferred':
      return bind(refundTransferred, request)
    case 'compensationEntered':
      return bind(compensationEntered, request)
    case 'identityApproved':
      return bind(identityApproved, request)
    case 'successionAccepted':
      return bind(successionAccepted, request)
    case 'lineUnfrozen':
      return bind(lineUnfrozen, request)
    case 'noticePosted':
      return bind(noticePosted, request)
    case 'exchangeRecorded':
      return bind(exchangeRecorded, request)
    case 'secretsOpened':
      return bind(secretsOpened, request)
  }
}
