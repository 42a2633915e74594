import { defineAggregate } from '#backend/step/take-step.ts'
import { memberExportStates } from '#domain/account/export-states.ts'
import { exportAskedMessage, exportFailedMessage, exportReadyMessage } from './messages.ts'

/** Every step of a member's export: what is recorded of it, and what the member gets. */
export const exports = defineAggregate({
  table: 'member_export',
  key: ['account_id', 'export_id'],
  machine: memberExportStates,
  accountId: (row) => row.account_id,
  steps: {
    asked: {
      audit: 'export-asked',
      details: ({ whole_numbers: wholeNumbers }) => ({ wholeNumbers }),
      message: ({ row }) => exportAskedMessage(row),
    },
    gathered: { message: ({ row }) => exportReadyMessage(row) },
    given_up: { audit: 'export-failed', message: ({ row }) => exportFailedMessage(row) },
  },
})
