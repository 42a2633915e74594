import type { ConsoleAreaHandlers } from '#backend/area.ts'
import { staffOf } from '#backend/caller.ts'
import type { SealStorePort } from '#backend/ports/seal-store.ts'
import { searchAudit } from './commands/search-audit.ts'
import { verifyAudit } from './queries/verify-audit.ts'

/** The auditor's way into the records: searching them, and whether they are as they were written. */
export const auditHandlers = (deps: { readonly sealStore: SealStorePort | undefined }) =>
  ({
    consoleAuditSearchPost: ({ body }, caller) =>
      searchAudit(
        caller.db,
        { staff: staffOf(caller), now: caller.now, traceKey: caller.traceKey },
        body,
      ),
    consoleAuditVerifyGet: ({ query }, caller) => verifyAudit(caller.db, deps, query.chain),
  }) satisfies ConsoleAreaHandlers
