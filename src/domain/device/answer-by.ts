import { ruleValue } from '../catalogue/rules.ts'
import { addDays, dayOfWeek, type TokyoDate } from '../tokyo.ts'

/** By when a claim is answered: within 3 working days, the day it came in being the first if it is one (article 7). */
export function answerBy(
  receivedOn: TokyoDate,
  isHoliday: (date: TokyoDate) => boolean,
): TokyoDate {
  const days = ruleValue('claimAnswerDays', receivedOn)
  let day = receivedOn
  for (let left = days; ; day = addDays(day, 1)) {
    const isWorking = dayOfWeek(day) < 6 && !isHoliday(day)
    if (isWorking) left -= 1
    if (left === 0) return day
  }
}
