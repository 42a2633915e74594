/** One line at the head of the top: that nothing is wrong, or what is. */
export type HealthLine = {
  readonly tone: 'good' | 'warning' | 'danger'
  readonly text: string
  readonly action?: { readonly href: string; readonly label: string }
}
