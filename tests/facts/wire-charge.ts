/** A line of a bill as the wire has it, of its sum alone. */
export const charge = (
  kind: string,
  amountTenthsYen: number,
  tax: 'excluded' | 'included' | 'outOfScope' = 'excluded',
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
