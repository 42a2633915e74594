import type { SealStorePort } from '#backend/ports/seal-store.ts'
import { auditHandlers } from './api.ts'

/** The auditor's way into the records: searching them, and whether they are as they were written. */
export const createAuditArea = (deps: { readonly sealStore: SealStorePort | undefined }) => ({
  handlers: auditHandlers(deps),
})
