/** A line of a bill as the wire has it, of its sum alone. */
export const charge = (
  kind: string,
  amountTenthsYen: number,
  tax: 'excluded' | 'included' = 'excluded',
) => ({
  kind,
  label: kind,
  quantity: 1,
  unit: '回',
  unitTenthsYen: amountTenthsYen,
  tax,
  amountTenthsYen,
  explanation: '',
})
