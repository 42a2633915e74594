import { column, fromJson, internal, key, ofChain, said, sealed, table } from '#backend/table.ts'
import type { StateOf } from '#domain/machine.ts'
import type { decisionStates } from '#domain/console/decision-states.ts'
import { consoleActs, staffRoles, type ConsoleAct, type StaffRole } from '#vocabulary/console.ts'
import { workItems, type ItemQueue, type WorkItem } from '#vocabulary/console-queue.ts'
import { staffDecisionStateWords } from '#vocabulary/states/staff-decision.ts'

/** What an act was given is bound to this. */
export const wordsAad = (decisionId: string) => `staff_decision.words:${decisionId}`

export const queueTables = [
  /** What staff decided of an item of a queue: carried out a minute later, and taken back until then. */
  table('staff_decision', ofChain('スタッフの決定', 'trade'), {
    decision_id: key<string>(),
    chain: key<string>(),
    queue: internal<ItemQueue>(),
    item: column<WorkItem>(said('件名', workItems)),
    ref: column<string>('対象'),
    act: column<ConsoleAct>(said('操作', consoleActs)),
    choice: internal<string>(),
    words_sealed: sealed<string, { decision_id: string }>({
      aad: (row) => wordsAad(row.decision_id),
      title: '内容',
      show: fromJson,
    }),
    /** The member reads which role it was, not who. */
    staff_id: internal<string>(),
    role: column<StaffRole>(said('担当', staffRoles)),
    case_no: column<string | null>('お問い合わせ番号'),
    state: column<StateOf<typeof decisionStates>>(said('状態', staffDecisionStateWords)),
    decided_at: column<Temporal.Instant>('決定日時'),
    carry_out_at: internal<Temporal.Instant>(),
    ended_at: column<Temporal.Instant | null>('終了日時'),
  }),
]
