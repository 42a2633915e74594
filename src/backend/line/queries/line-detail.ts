import { operationLabels } from '#vocabulary/operation.ts'
import type { LineRow } from '#backend/contract/contracts.ts'
import { lineOf, loadContract } from '#backend/contract/load.ts'
import { findActiveOptions, inUse, toWireActive } from '#backend/contract/options.ts'
import { toWireWhy } from '#backend/contract/permissions.ts'
import { readHighSpeedLines, readPool } from '#backend/data/public.ts'
import type { Db } from '#backend/db/connect.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { linesOf, type OrderRow } from '#backend/contract/orders.ts'
import type { Registry } from '#backend/procedure/registry.ts'
import { mayBegin } from '#domain/exclusion/allowed-operations.ts'
import { formatRfc3339, startOfDay, type TokyoDate } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { lineApi } from '#protocol/line.ts'
import { toWireLine } from '#backend/contract/line-mapping.ts'

const HISTORY_SHOWN = 30

/** Everything of one line. */
export async function readLineDetail(
  db: Db,
  { sealing, procedures }: Pick<ProcedureDeps, 'sealing' | 'procedures'>,
  asked: { contractId: string; lineId: string; now: Temporal.Instant },
): Promise<Answer<typeof lineApi.statusLineGet>> {
  const { contractId, lineId, now } = asked
  const [known, pool] = await Promise.all([
    loadContract(db, contractId),
    readPool(db, contractId, now),
  ])
  const { contract, facts, open } = known
  const line = lineOf(known, lineId)
  const [highSpeed] = await readHighSpeedLines(db, sealing, {
    contract,
    facts,
    lines: [line],
    pool,
    now,
  })
  if (highSpeed === undefined) throw new Error('the line that was asked for is gone')
  return {
    line: toWireLine(line, sealing),
    highSpeed,
    malwareBlock: line.malware_block,
    options: inUse(await findActiveOptions(db, known, now))
      .filter((one) => one.lineId === lineId)
      .map(toWireActive),
    openOrders: open
      .filter((order) => linesOf(order).includes(lineId))
      .map((order) => toOpenOrder(procedures, order)),
    suspend: toWireWhy('lineSuspend', mayBegin('lineSuspend', facts, now, lineId)),
    resume: toWireWhy('lineResume', mayBegin('lineResume', facts, now, lineId)),
    history: await readLineHistory(db, line),
  }
}

function toOpenOrder(procedures: Registry, order: OrderRow) {
  const nextOn = order.expected_on ?? order.effective_on
  return {
    orderNo: order.order_no,
    title: operationLabels[order.procedure],
    stateLabel: procedures.of(order).words(order, order.state).label,
    ...(nextOn === null ? {} : { nextOn }),
  }
}

const actionLabels: Readonly<Record<string, string>> = {
  'line-renamed': '回線の名前を変えました',
  'line-suspended': '紛失・盗難のお申し出により止めました',
  'line-resumed': '利用を再開しました',
  'malware-block-turned-on': '危険なサイトのブロックをオンにしました',
  'malware-block-turned-off': '危険なサイトのブロックをオフにしました',
}

/** What has happened to the line itself, newest first; the switch of its high speed has a history of its own. */
async function readLineHistory(db: Db, line: LineRow) {
  const entries = await db
    .selectFrom('audit_entry')
    .select(['at', 'action', 'details'])
    .where('chain', '=', line.contract_id)
    .where('target', '=', line.line_id)
    .where('action', 'in', Object.keys(actionLabels))
    .orderBy('position', 'desc')
    .limit(HISTORY_SHOWN)
    .execute()
  const happened = entries.map((entry) => ({
    at: formatRfc3339(entry.at),
    label: isUnpaidStop(entry)
      ? 'お支払いの確認が取れないため止めました'
      : (actionLabels[entry.action] ?? ''),
  }))
  return [...happened, ...begun(line.activated_on)]
}

function isUnpaidStop(entry: { action: string; details: Record<string, unknown> }) {
  return entry.action === 'line-suspended' && entry.details['reason'] === 'unpaid'
}

function begun(activatedOn: TokyoDate | null) {
  if (activatedOn === null) return []
  return [{ at: formatRfc3339(startOfDay(activatedOn)), label: '利用を始めました' }]
}
