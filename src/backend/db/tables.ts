import type { AccountTables } from '#backend/db/tables/account.ts'
import type { AlertTables } from '#backend/db/tables/alert.ts'
import type { ApplicationTables } from '#backend/db/tables/application.ts'
import type { BillingTables } from '#backend/db/tables/billing.ts'
import type { ContractTables } from '#backend/db/tables/contract.ts'
import type { DataTables } from '#backend/db/tables/data.ts'
import type { DeviceTables } from '#backend/db/tables/device.ts'
import type { DocumentTables } from '#backend/db/tables/document.ts'
import type { ExportTables } from '#backend/db/tables/export.ts'
import type { HandoverTables } from '#backend/db/tables/handover.ts'
import type { HoldTables } from '#backend/db/tables/hold.ts'
import type { InvoiceTables } from '#backend/db/tables/invoice.ts'
import type { LockTables } from '#backend/db/tables/lock.ts'
import type { LineTables } from '#backend/db/tables/line.ts'
import type { IdentityTables } from '#backend/db/tables/identity.ts'
import type { OperationTables } from '#backend/db/tables/operation.ts'
import type { OrderTables } from '#backend/db/tables/order.ts'
import type { ProcedureQueueTables } from '#backend/db/tables/procedure-queue.ts'
import type { PartnerTables } from '#backend/db/tables/partner.ts'
import type { PortOutTables } from '#backend/db/tables/port-out.ts'
import type { OutageTables } from '#backend/db/tables/outage.ts'
import type { SimTables } from '#backend/db/tables/sim.ts'
import type { SpendingTables } from '#backend/db/tables/spending.ts'
import type { SuccessionTables } from '#backend/db/tables/succession.ts'

/** Every table of ours, by area. The queue's tables belong to pg-boss and are not named here. */
export type Database = AccountTables &
  ApplicationTables &
  BillingTables &
  ContractTables &
  DataTables &
  DeviceTables &
  DocumentTables &
  ExportTables &
  HandoverTables &
  HoldTables &
  InvoiceTables &
  OrderTables &
  ProcedureQueueTables &
  IdentityTables &
  OperationTables &
  PartnerTables &
  PortOutTables &
  OutageTables &
  SimTables &
  SpendingTables &
  SuccessionTables &
  AlertTables &
  LineTables &
  LockTables
