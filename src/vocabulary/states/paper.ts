import type { StateWords } from '../state-words.ts'

/** 契約書面の郵送 */
export const paperStateWords = {
  none: { label: '申し込みなし', sentence: '書面の郵送は申し込まれていません。' },
  ordered: { label: '受付済み', sentence: '書面の郵送を受け付けました。' },
  printed: { label: '印刷済み', sentence: '書面を印刷しました。まもなく発送します。' },
  shipped: { label: '発送済み', sentence: '書面を発送しました。' },
  delivered: { label: 'お届け済み', sentence: '書面をお届けしました。' },
  returned: { label: '返送', sentence: 'お届けできず返送されました。ご住所を確認してください。' },
} as const satisfies Record<string, StateWords>
