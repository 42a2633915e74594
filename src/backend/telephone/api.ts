import type { AreaDeps, AreaHandlers } from '#backend/area.ts'
import { accountOf } from '#backend/caller.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import { issueCallCode } from './commands/issue-code.ts'

/** The member's own part of being proved at the telephone (protocol/telephone.ts). */
export const telephoneHandlers = (deps: Pick<AreaDeps, 'sealing' | 'outbox'>) =>
  ({
    async callerCodePost({ body: { purpose } }, caller) {
      const asked = { ...accountOf(caller), purpose, now: caller.now }
      const { code, expiresAt } = await issueCallCode(caller.db, deps, asked)
      return { purpose, code, expiresAt: formatRfc3339(expiresAt) }
    },
  }) satisfies AreaHandlers
