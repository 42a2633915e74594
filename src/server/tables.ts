import { accountTables } from '#backend/account/tables.ts'
import { alertTables } from '#backend/alert/tables.ts'
import { applicationTables } from '#backend/application/tables.ts'
import { billingTables } from '#backend/billing/tables.ts'
import { carrierTables } from '#backend/carrier/tables.ts'
import { queueTables } from '#backend/console/queue/tables.ts'
import { approvalTables } from '#backend/console/approval/tables.ts'
import { staffTables } from '#backend/console/staff/tables.ts'
import { grantTables } from '#backend/console/grant/tables.ts'
import { deskTables } from '#backend/console/ticket/tables.ts'
import { connectionTables } from '#backend/connection/tables.ts'
import { contactTables } from '#backend/contact/tables.ts'
import { contractTables } from '#backend/contract/tables.ts'
import { type DataTables, dataTables } from '#backend/data/tables.ts'
import { deadlineTables } from '#backend/deadline/tables.ts'
import { deviceTables } from '#backend/device/tables.ts'
import { documentTables } from '#backend/document/tables.ts'
import { exportTables } from '#backend/export/tables.ts'
import { guardianTables } from '#backend/guardian/tables.ts'
import { handoverTables } from '#backend/handover/tables.ts'
import { holdTables } from '#backend/hold/tables.ts'
import { identityTables } from '#backend/identity/tables.ts'
import { invoiceTables } from '#backend/invoice/tables.ts'
import { jobsTables } from '#backend/jobs/tables.ts'
import { lineTables } from '#backend/line/tables.ts'
import { familyTables } from '#backend/family/tables.ts'
import { giftTables } from '#backend/gift/tables.ts'
import { familyRequestTables } from '#backend/family-request/tables.ts'
import { lockTables } from '#backend/lock/tables.ts'
import { loginTables } from '#backend/login/tables.ts'
import { mailTables } from '#backend/mail/tables.ts'
import { noticeTables } from '#backend/notice/tables.ts'
import { optionTables } from '#backend/option/tables.ts'
import { outageTables } from '#backend/outage/tables.ts'
import { partnerTables } from '#backend/partner/tables.ts'
import { passkeyTables } from '#backend/passkey/tables.ts'
import { pushTables } from '#backend/push/tables.ts'
import { pointTables } from '#backend/point/tables.ts'
import { portOutTables } from '#backend/port-out/tables.ts'
import { procedureTables } from '#backend/procedure/tables.ts'
import { successionTables } from '#backend/succession/tables.ts'
import { sealTables } from '#backend/seal/tables.ts'
import type { MemberTable, TableDeclaration, TablesOf } from '#backend/table.ts'
import { houseTables } from '#backend/tables.ts'
import { telephoneTables } from '#backend/telephone/tables.ts'
import { topUpTables } from '#backend/top-up/tables.ts'
import { webhookTables } from '#backend/webhook/tables.ts'
import { widgetTables } from '#backend/widget/tables.ts'
import { lawsTables } from './laws/tables.ts'
import { createProcedures } from './procedures.ts'
import { resealingTables } from './resealing/tables.ts'
import { sessionTables } from './session/tables.ts'

const only = (declared: readonly TableDeclaration[], ...names: readonly string[]) =>
  declared.filter(({ table }) => names.includes(table))
const without = (declared: readonly TableDeclaration[], ...names: readonly string[]) =>
  declared.filter(({ table }) => !names.includes(table))

const procedures = createProcedures()

/** Every table of ours, in the order in which the page of what is stored and the export name them. */
export const tables: readonly TableDeclaration[] = [
  ...identityTables,
  ...guardianTables,
  ...without(contractTables, 'contract_holder'),
  ...lineTables,
  ...procedureTables({
    sealedInDetails: (order) => procedures.of(order).sealed(order),
    stateLabel: (order, state) => procedures.of(order).stateLabel(state),
  }),
  ...only(topUpTables, 'receipt'),
  ...deadlineTables,
  ...widgetTables,
  ...connectionTables,
  ...webhookTables,
  ...without(mailTables, 'contact_message'),
  ...noticeTables,
  ...without(pushTables, 'push_pause'),
  ...contactTables,
  ...only(loginTables, 'session'),
  ...accountTables,
  ...only(mailTables, 'contact_message'),
  ...exportTables,
  ...only(loginTables, 'device'),
  ...without(passkeyTables, 'passkey_challenge'),
  ...holdTables,
  ...approvalTables,
  ...partnerTables,
  ...documentTables,
  ...portOutTables,
  ...handoverTables,
  ...optionTables,
  ...deviceTables,
  ...lockTables,
  ...familyTables,
  ...giftTables,
  ...familyRequestTables,
  ...dataTables,
  ...alertTables,
  ...without(topUpTables, 'receipt'),
  ...billingTables,
  ...pointTables,
  ...invoiceTables,
  ...applicationTables,
  ...grantTables,
  ...telephoneTables,
  ...only(contractTables, 'contract_holder'),
  ...successionTables,
  ...only(houseTables, 'let_go'),
  ...carrierTables,
  ...without(houseTables, 'let_go'),
  ...only(pushTables, 'push_pause'),
  ...jobsTables,
  ...outageTables,
  ...lawsTables,
  ...sealTables,
  ...resealingTables,
  ...sessionTables,
  ...only(passkeyTables, 'passkey_challenge'),
  ...queueTables,
  ...staffTables,
  ...deskTables,
]

// Kysely's types of all of them. `Database` lies in the house's lowest layer, which imports no area.
declare module '#backend/db/tables.ts' {
  interface Database
    extends
      TablesOf<typeof accountTables>,
      TablesOf<typeof alertTables>,
      TablesOf<typeof approvalTables>,
      TablesOf<typeof applicationTables>,
      TablesOf<typeof billingTables>,
      TablesOf<typeof carrierTables>,
      TablesOf<typeof contactTables>,
      TablesOf<typeof deskTables>,
      TablesOf<typeof contractTables>,
      DataTables,
      TablesOf<typeof deadlineTables>,
      TablesOf<typeof deviceTables>,
      TablesOf<typeof documentTables>,
      TablesOf<typeof exportTables>,
      TablesOf<typeof handoverTables>,
      TablesOf<typeof holdTables>,
      TablesOf<typeof houseTables>,
      TablesOf<typeof identityTables>,
      TablesOf<typeof grantTables>,
      TablesOf<typeof guardianTables>,
      TablesOf<typeof invoiceTables>,
      TablesOf<typeof jobsTables>,
      TablesOf<typeof lawsTables>,
      TablesOf<typeof lineTables>,
      TablesOf<typeof lockTables>,
      TablesOf<typeof familyTables>,
      TablesOf<typeof giftTables>,
      TablesOf<typeof familyRequestTables>,
      TablesOf<typeof loginTables>,
      TablesOf<typeof mailTables>,
      TablesOf<typeof noticeTables>,
      TablesOf<typeof optionTables>,
      TablesOf<typeof outageTables>,
      TablesOf<typeof partnerTables>,
      TablesOf<typeof passkeyTables>,
      TablesOf<typeof pointTables>,
      TablesOf<typeof portOutTables>,
      TablesOf<typeof pushTables>,
      TablesOf<ReturnType<typeof procedureTables>>,
      TablesOf<typeof resealingTables>,
      TablesOf<typeof sealTables>,
      TablesOf<typeof sessionTables>,
      TablesOf<typeof queueTables>,
      TablesOf<typeof staffTables>,
      TablesOf<typeof successionTables>,
      TablesOf<typeof telephoneTables>,
      TablesOf<typeof topUpTables>,
      TablesOf<typeof webhookTables>,
      TablesOf<typeof widgetTables>,
      TablesOf<typeof connectionTables> {}
}

/** Those with rows about members. */
export const memberTables: readonly MemberTable[] = tables.flatMap(({ member }) => member ?? [])

/** Those in which something is sealed, in the order in which they are sealed anew. */
export const sealedTables: readonly TableDeclaration[] = tables.filter(
  ({ sealed }) => sealed.length > 0,
)
