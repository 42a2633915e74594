/** Parts of `src` that run in the server alone or in both: in development their change starts the server anew. */
export const serverSources = [
  'backend',
  'brand.ts',
  'domain',
  'process',
  'protocol',
  'server',
  'simulators',
  'vocabulary',
]
