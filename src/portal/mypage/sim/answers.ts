import { keepAnswersIn } from '#portal/mypage/flow/saved-answers.ts'

export const simAnswers = keepAnswersIn({
  cookie: 'sim_answers',
  unseen: ['eid'],
})

/** Which form was answered: those of another procedure or line are not its answers. */
export const addForm = 'add'
export const changeForm = (what: string, lineId: string) => `${what}.${lineId}`
