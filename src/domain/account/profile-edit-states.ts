import { profileEditStateWords } from '#vocabulary/states/profile-edit.ts'
import { machine } from '../machine.ts'

/** A change of the profile: contacts are confirmed by code, a voice holder's name and address by proof. */
export const profileEditStates = machine({
  name: 'profile-edit',
  title: '登録情報の変更',
  initial: 'none',
  states: profileEditStateWords,
  events: {
    submitted: ['member', 'staff'],
    documents_requested: ['system', 'staff'],
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
    reviewing: {
      applied: 'applied',
      rejected: 'rejected',
      documents_requested: 'documents_required',
      withdrawn: 'withdrawn',
    },
    applied: { submitted: 'submitted' },
    rejected: { submitted: 'submitted' },
    withdrawn: { submitted: 'submitted' },
  },
})
