import { sql } from 'kysely'
import type { BrokenLaw } from '#backend/broken-law.ts'
import type { Db } from '#backend/db/connect.ts'
import type { SealStorePort, StoredSeal } from '#backend/ports/seal-store.ts'
import { NO_SEAL, digestOf } from './digest.ts'

/** `unset`: no store is configured; `noAnswer`: whether it agrees is not known. */
export type SealsFound = {
  readonly seals: number
  readonly unposted: number
  readonly lastAt: Temporal.Instant | undefined
  readonly store: 'compared' | 'noAnswer' | 'unset'
  readonly broken: readonly BrokenLaw[]
}

const LAW = 'what was sealed of an audit is still there'
const broken = (seal: number, what: string, found: string): BrokenLaw => ({
  law: LAW,
  contract_id: `seal ${seal}`,
  what,
  found,
})

/**
 * Holds the audits against what was sealed of them, and the seals against what lies outside the database: an entry that was
 * changed with all hashes after it, a tail that was cut with its head, a whole audit that is gone, seals made anew.
 */
export async function verifySeals(
  db: Db,
  sealStore: SealStorePort | undefined,
): Promise<SealsFound> {
  const seals = await db.selectFrom('audit_seal').selectAll().orderBy('number').execute()
  const faults = [...(await unlikeSealed(db))]
  let previous = NO_SEAL
  for (const [index, seal] of seals.entries()) {
    const heads = await db
      .selectFrom('audit_seal_head')
      .select(['head_of as chain', 'position', 'hash'])
      .where('number', '=', seal.number)
      .orderBy(sql`head_of collate "C"`)
      .execute()
    const isOwn =
      seal.number === index + 1 &&
      seal.previous_digest === previous &&
      seal.digest === digestOf(seal.number, previous, heads)
    if (!isOwn) faults.push(broken(seal.number, 'digest', 'does not follow from its heads'))
    previous = seal.digest
  }
  const stored = sealStore && (await readStore(sealStore))
  if (stored !== undefined && stored !== 'noAnswer') faults.push(...unlikeStored(seals, stored))
  return {
    seals: seals.length,
    unposted: seals.filter(({ posted_at: at }) => at === null).length,
    lastAt: seals.at(-1)?.sealed_at,
    store: stored === undefined ? 'unset' : stored === 'noAnswer' ? 'noAnswer' : 'compared',
    broken: faults,
  }
}

/** Entries that are no longer as they were sealed. Audits of contracts whose time is over may be gone (`let_go`). */
async function unlikeSealed(db: Db): Promise<BrokenLaw[]> {
  const { rows } = await sql<{ chain: string; position: number; number: number; found: string }>`
    select s.head_of as chain, s.position, s.number, case when e.hash is null then 'no entry' else 'another hash' end as found
    from audit_seal_head s
    left join audit_entry e on e.chain = s.head_of and e.position = s.position
    where e.hash is distinct from s.hash
      and not exists (select from let_go l where l.contract_id = s.head_of)
      and not (e.hash is null and s.head_of like 'acc\\_%' and not exists (select from account a where a.account_id = s.head_of))
    order by s.number, s.head_of limit 20`.execute(db)
  return rows.map((row) => broken(row.number, `${row.chain} ${row.position}`, row.found))
}

type Seal = StoredSeal & { readonly posted_at: Temporal.Instant | null }

function unlikeStored(seals: readonly Seal[], stored: readonly StoredSeal[]): BrokenLaw[] {
  const digests = new Map(stored.map(({ number, digest }) => [number, digest]))
  const own = new Set(seals.map(({ number }) => number))
  return [
    ...seals.flatMap(({ number, digest, posted_at: at }) => {
      const other = digests.get(number)
      if (other === digest || (other === undefined && at === null)) return []
      return [broken(number, 'store', other === undefined ? 'has none' : 'has another digest')]
    }),
    ...stored
      .filter(({ number }) => !own.has(number))
      .map(({ number }) => broken(number, 'store', 'has one that is not in the database')),
  ]
}

async function readStore(sealStore: SealStorePort): Promise<readonly StoredSeal[] | 'noAnswer'> {
  const all: StoredSeal[] = []
  for (;;) {
    const answer = await sealStore.after(all.at(-1)?.number ?? 0)
    if (answer.kind !== 'accepted') return 'noAnswer'
    if (answer.value.length === 0) return all
    all.push(...answer.value)
  }
}
