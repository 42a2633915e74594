import { conflict, failure, type ErrorTable } from './error-table.ts'

/** Of the queues of the staff's console. */
export const consoleQueueErrors = {
  QUEUE_ITEM_GONE: conflict(
    'この件は一覧からなくなりました。ほかの担当者が処理したか、ひとりでに解決しています。一覧を開き直してください。',
    'The item is not in its queue any more',
  ),
  QUEUE_ITEM_DECIDED: conflict(
    'この件はすでに決定されています。取り消せるのは、決定から1分以内です。',
    'The item has a decision that waits or is being carried out',
  ),
  QUEUE_ACT_UNFIT: conflict(
    'この件は今の状態では、そのように処理できません。内容を確かめて、選び直してください。',
    'The act does not fit the item as it is',
  ),
  PAPER_UNREADABLE: conflict(
    'このファイルは壊れているか、PDFでも写真でもないため、開けません。会員に送り直しをお願いしてください。',
    'A stored file is neither a PDF nor a JPEG',
  ),
  QUEUE_FILTER_UNKNOWN: failure(
    400,
    'この絞り込みは使えなくなりました。絞り込みを外して、開き直してください。',
    'The filter names something that the queue does not have',
  ),
  DECISION_CARRIED_OUT: conflict(
    'この決定はすでに実行されたか、取り消されています。',
    'The decision waits no more',
  ),
} as const satisfies ErrorTable
