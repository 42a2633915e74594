import { findBrokenAudit } from '#backend/audit.ts'
import type { Db } from '#backend/db/connect.ts'
import type { SealStorePort } from '#backend/ports/seal-store.ts'
import { verifySeals } from '#backend/seal/verify-seals.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { consoleAuditApi } from '#protocol/console/audit.ts'
import type { Answer } from '#protocol/endpoint.ts'

/** Works out one chain, if one is named, and every seal; asks the store outside whether it has the same seals. */
export async function verifyAudit(
  db: Db,
  { sealStore }: { readonly sealStore: SealStorePort | undefined },
  chain: string | undefined,
): Promise<Answer<typeof consoleAuditApi.consoleAuditVerifyGet>> {
  const { broken, lastAt, seals, ...found } = await verifySeals(db, sealStore)
  return {
    ...(chain !== undefined && { chain: await verifyChain(db, chain) }),
    seals: {
      ...found,
      count: seals,
      ...(lastAt && { lastAt: formatRfc3339(lastAt) }),
      faults: broken.map(({ contract_id: seal, what, found: was }) => ({ seal, what, found: was })),
    },
  }
}

async function verifyChain(db: Db, chain: string) {
  const { entries } = await db
    .selectFrom('audit_entry')
    .select(({ fn }) => fn.countAll<number>().as('entries'))
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow()
  const brokenAt = await findBrokenAudit(db, chain)
  return { entries, ...(brokenAt !== undefined && { brokenAt }) }
}
