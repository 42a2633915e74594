import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { ContractRow, LineRow } from './contracts.ts'
import { roleHolds } from './family-roles.ts'

/** What leaves: the contract with all its lines, one of its lines, or a line that becomes another person's. */
export type Leaving = {
  readonly contract: Pick<ContractRow, 'contract_id'>
  readonly lines: readonly Pick<LineRow, 'line_id'>[]
  readonly scope: 'contract' | 'line' | 'handover'
}

/** The sentences of 確認 about what others were let in to, or given, and what ends with it; none about what nobody has. */
export async function endsWith(db: Db, leaving: Leaving): Promise<string[]> {
  const { roles, requests, keys, webhooks, widgets, gifts } = await countsOf(db, leaving)
  const programs = [
    ...(keys > 0 ? [`アクセスキーと連携したアプリ（${keys}件）`] : []),
    ...(webhooks > 0 ? [`Webhook（${webhooks}件）`] : []),
    ...(widgets > 0 ? [`ウィジェット（${widgets}件）`] : []),
  ]
  return [
    ...(roles > 0
      ? [
          `ご家族の役割と招待（${roles}件）も終わります。その方は、${leaving.scope === 'contract' ? 'このご契約' : 'この回線'}を見られなくなります。`,
        ]
      : []),
    ...(requests > 0
      ? [`答えていないご家族からのお願い（${requests}件）は、取り消されます。`]
      : []),
    ...(programs.length > 0 ? [`${programs.join('、')}は、使えなくなります。`] : []),
    ...(gifts > 0
      ? [`受け取られていないギフト（${gifts}件）は、お相手が受け取れなくなります。`]
      : []),
  ]
}

type Counts = Readonly<
  Record<'roles' | 'requests' | 'keys' | 'webhooks' | 'widgets' | 'gifts', number>
>

/** Gifts end with the contract alone; what needs no login ends with a hand-over too (`endWaysWithoutLogin`). */
async function countsOf(db: Db, { contract, lines, scope }: Leaving): Promise<Counts> {
  const { contract_id: id } = contract
  const lineIds = lines.map(({ line_id: lineId }) => lineId)
  const isWhole = scope === 'contract'
  const endsPrograms = scope !== 'line'
  const { rows } = await sql<Counts>`select
    (select count(*)::int from family_role r join contract c using (contract_id)
      where r.contract_id = ${id} and r.state in ('invited', 'active') and ${roleHolds}
        and (${isWhole} or r.line_id = any(${lineIds}::text[]))) as roles,
    (select count(*)::int from family_request q where q.contract_id = ${id} and q.state = 'open'
      and (${isWhole} or q.line_id = any(${lineIds}::text[]))) as requests,
    (select count(*)::int from connection k
      where ${endsPrograms} and k.contract_id = ${id} and k.state = 'active') as keys,
    (select count(*)::int from webhook w where ${endsPrograms} and w.contract_id = ${id}) as webhooks,
    (select count(*)::int from widget w where ${endsPrograms} and w.contract_id = ${id}) as widgets,
    (select count(*)::int from gift g
      where ${isWhole} and g.contract_id = ${id} and g.state = 'open') as gifts`.execute(db)
  return rows[0] ?? { roles: 0, requests: 0, keys: 0, webhooks: 0, widgets: 0, gifts: 0 }
}
