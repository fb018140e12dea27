/**
 * Settings of glibc's allocator. Freed blocks of 15 MiB and more, such as the planes of a four-megapixel picture, go
 * back to the system. Smaller blocks are used again, because new pages take longer than the work on them. If every
 * plane goes back, a try-on takes twice the time (`npm run bench -- --only try-ons`). Threads share two arenas. Other
 * systems ignore the settings.
 */
export const memorySettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '15728640',
  MALLOC_TRIM_THRESHOLD_: '33554432',
};

/** True when neither we nor the operator set up the allocator of a process with this environment. */
export function isAllocatorUntold(env) {
  return Object.keys(memorySettings).every((name) => env[name] === undefined);
}
