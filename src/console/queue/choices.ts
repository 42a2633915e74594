import { claimSteps } from '#vocabulary/console-queue.ts'

const words: Readonly<Record<string, string>> = {
  ...claimSteps,
  ask: 'お願いする',
  pause: '亡くなったことを確認し、手続きの受け付けを休んで待つ',
  reject: 'お断りする',
  accept: '承認する',
  settle: '処理済みにする',
  again: 'もう一度行う',
  confirm: '確認する',
}

/** What was decided of an item, as its button named it. */
export const choiceWords = (choice: string): string => words[choice] ?? choice
