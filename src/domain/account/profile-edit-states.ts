import { machine, type EventOf, type StateOf } from '../machine.ts'

/** A change of the profile: contacts are confirmed by code, a voice holder's name and address by proof. */
export const profileEditStates = machine({
  name: 'profile-edit',
  title: '登録情報の変更',
  initial: 'none',
  states: {
    none: { label: '変更なし', sentence: '手続き中の変更はありません。' },
    submitted: { label: '受付済み', sentence: '確認コードを入力してください。' },
    documents_required: { label: '本人確認待ち', sentence: '本人確認を済ませてください。' },
    reviewing: { label: '確認中', sentence: '変更の内容を確認しています。' },
    applied: { label: '変更済み', sentence: '登録情報を変更しました。' },
    rejected: {
      label: '変更できず',
      sentence: '変更をお受けできませんでした。理由を確認してください。',
    },
    withdrawn: { label: '取り下げ済み', sentence: '変更を取り下げました。' },
  },
  events: {
    submitted: ['member', 'staff'],
    documents_requested: ['system'],
    documents_received: ['member', 'system'],
    applied: ['system', 'staff'],
    rejected: ['system', 'staff'],
    withdrawn: ['member', 'staff', 'system'],
  },
  table: {
    none: { submitted: 'submitted' },
    submitted: {
      documents_requested: 'documents_required',
      applied: 'applied',
      rejected: 'rejected',
      withdrawn: 'withdrawn',
    },
    documents_required: { documents_received: 'reviewing', withdrawn: 'withdrawn' },
    reviewing: { applied: 'applied', rejected: 'rejected', withdrawn: 'withdrawn' },
    applied: { submitted: 'submitted' },
    rejected: { submitted: 'submitted' },
    withdrawn: { submitted: 'submitted' },
  },
})

export type ProfileEditState = StateOf<typeof profileEditStates>
export type ProfileEditEvent = EventOf<typeof profileEditStates>
