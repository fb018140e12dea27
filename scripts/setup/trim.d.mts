/** Removes what no program here can use from a `node_modules`, and returns how many bytes that freed. */
export function trim(modules: string, platform?: string, arch?: string): number;
