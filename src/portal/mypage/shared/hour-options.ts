import { formatDateTime, formatDay } from '#ui/format.ts'

/** Hours of several days, found by their day. Each has its date with it: a closed list shows the chosen one alone. */
export const hourOptions = (hours: readonly string[]) =>
  hours.map((hour) => ({ value: hour, label: formatDateTime(hour), group: formatDay(hour) }))
