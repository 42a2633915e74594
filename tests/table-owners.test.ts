import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const source = fileURLToPath(new URL('../src/', import.meta.url))

/** Who writes each table; others ask its functions. Deleting what was kept long enough goes by declarations (retention.ts). */
const owners: Readonly<Record<string, string>> = {
  'backend/account': 'contact_code profile_draft profile_edit',
  'backend/alert': 'alert_notice alert_setting',
  'backend/application': 'application application_link application_visit',
  'backend/audit.ts': 'audit_entry',
  'backend/billing':
    'bill bill_line bill_rate card_update close_failure compensation credit_use payment payment_card posting refund',
  'backend/carrier': 'carrier_exchange carrier_report import_cursor',
  'backend/contract': 'contract_holder booked_charge contract contract_version line line_version',
  'backend/data':
    'alert_due calendar_look calendar_note data_bucket data_entry data_ledger data_opening high_speed_change ledger_due speed_decision usage_change usage_day usage_day_end usage_finding usage_late usage_let_go usage_record usage_staging usage_stray usage_uncovered',
  'backend/db': 'schema_migration schema_migration_step',
  'backend/deadline': 'calendar_link',
  'backend/device': 'claim_photograph covered_device',
  'backend/document': 'contract_document',
  'backend/export': 'account_deletion member_export member_export_piece',
  'backend/finding.ts': 'finding_settled',
  'backend/handover': 'handover',
  'backend/hold': 'hold kept_press',
  'backend/holder.ts': 'account',
  'backend/idempotency.ts': 'idempotency_key',
  'backend/identity': 'identity_check identity_decision',
  'backend/invoice': 'invoice invoice_print invoice_series',
  'backend/jobs': 'clock_setting',
  'backend/line': 'call_fault call_record call_stray line_device malware_block_change',
  'backend/lock': 'contract_lock',
  'backend/login': 'device session',
  'backend/mail': 'contact_message mail_message notice send_pace',
  'backend/notice': 'notice_setting',
  'backend/option': 'option_period',
  'backend/outage': 'outage outage_update',
  'backend/partner': 'partner_consent partner_link partner_link_attempt survey_answer',
  'backend/point': 'point_grant',
  'backend/port-out': 'one_stop_handoff',
  'backend/procedure': 'order_event procedure_order procedure_queue',
  'backend/retention.ts': 'let_go',
  'backend/succession': 'succession succession_document',
  'backend/top-up': 'auto_top_up auto_top_up_setting receipt spending_limit spending_notice',
  'backend/verified-identity.ts': 'verified_identity',
  'server/laws': 'audit_head law_check',
  'server/resealing': 'resealing sealing_key',
  'server/session': 'login_attempt',
}

const tablesOf = (owner: string) => (owners[owner] ?? '').split(' ').filter(Boolean)
/** Words of SQL after `update`, and the queue's own tables. */
const noTables = new Set(['set', 'skip', 'pgboss'])

const byBuilder = /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'([a-z_]+)/g
/** Rows of an aggregate are written by the engine of steps (docs/decisions/086). */
const byStep = /\bdefineAggregate\(\{\s*table: '([a-z_]+)'/g
const bySql = /\b(?:insert into|update|delete from|merge into)\s+(?:only\s+)?([a-z_]+)\b/g

/** The area of a file: its folder of backend or server, or the file itself where it lies above the areas. */
const areaOf = (file: string) => file.split('/').slice(0, 2).join('/')

function writesOf(text: string) {
  const written = [byBuilder, byStep, bySql].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, table = '']) => table),
  )
  return [...new Set(written)].filter((table) => !noTables.has(table))
}

function foreignWrites(file: string, text: string): string[] {
  const own = new Set(tablesOf(areaOf(file)))
  return writesOf(text)
    .filter((table) => !own.has(table))
    .map((table) => `${file} writes ${table}`)
}

/** Seeds and the demo fill tables as whole lives would have left them; migrations are the schema's. */
const isOutside = (file: string) => /^server\/(seed|demo)\/|^backend\/db\/migrations\//.test(file)

const sources = () =>
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(backend|server)\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'))
    .filter((file) => !isOutside(file))
    .map((file) => [file, readFileSync(join(source, file), 'utf8')] as const)

describe('どの表にも、書き込む場所は一つだけ', () => {
  test('すべてのソース', () => {
    expect(sources().flatMap(([file, text]) => foreignWrites(file, text))).toEqual([])
  })

  test('一覧にある表は、どれもその場所から書き込まれている', () => {
    const written = new Set(
      sources().flatMap(([file, text]) =>
        writesOf(text).map((table) => `${areaOf(file)} ${table}`),
      ),
    )
    const listed = Object.keys(owners).flatMap((owner) =>
      tablesOf(owner).map((table) => `${owner} ${table}`),
    )
    expect(listed.filter((one) => !written.has(one))).toEqual([])
  })

  test.each([
    [
      'backend/hold/decide-hold.ts',
      "await tx.updateTable('session').set({ ended_at: now }).execute()",
    ],
    [
      'backend/succession/decide.ts',
      'await sql`insert into payment_card (contract_id) values (1)`',
    ],
    ['backend/billing/x.ts', "await tx\n  .updateTable('application')"],
    ['backend/line/x.ts', "await tx.insertInto('no_such_table').values(row).execute()"],
  ])('わざと置いた違反を見つける：%s', (file, text) => {
    expect(foreignWrites(file, text)).toHaveLength(1)
  })
})
