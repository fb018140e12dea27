/** How questions are put together. */
export interface GroupOptions<Question> {
  /** Most questions of one group. */
  readonly sizeMax: number;
  /** Groups that are answered at once. */
  readonly concurrency: number;
  /** Of questions with the same key one is answered after the other; absent: all may be at once. */
  readonly keyOf?: (question: Question) => string;
}

interface Asked<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer | Promise<Answer>) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Answers questions in groups. While the greatest number of groups is in progress, new questions wait and form the next
 * group in order. A single question passes at once, and many questions share one round trip to the database. No
 * question joins a group in progress, so its answer is never older than the question. `answer` returns an answer for
 * each question at its place, or a promise of one. If it rejects, all questions of its group reject.
 */
export function inGroups<Question, Answer>(
  answer: (questions: readonly Question[]) => Promise<readonly (Answer | Promise<Answer>)[]>,
  { sizeMax, concurrency, keyOf }: GroupOptions<Question>,
): (question: Question) => Promise<Answer> {
  let waiting: Asked<Question, Answer>[] = [];
  const keysUnderWay = new Set<string>();
  let underWay = 0;
  let isPlanned = false;

  function nextGroup(): Asked<Question, Answer>[] {
    if (!keyOf) return waiting.splice(0, sizeMax);
    const group: Asked<Question, Answer>[] = [];
    const later: Asked<Question, Answer>[] = [];
    for (const asked of waiting) {
      const key = keyOf(asked.question);
      if (group.length === sizeMax || keysUnderWay.has(key)) later.push(asked);
      else {
        group.push(asked);
        keysUnderWay.add(key);
      }
    }
    waiting = later;
    return group;
  }

  async function answerAll(group: readonly Asked<Question, Answer>[]): Promise<void> {
    try {
      const answers = await answer(group.map(({ question }) => question));
      if (answers.length !== group.length) throw new Error(`${answers.length} answers to ${group.length} questions`);
      for (const [index, one] of answers.entries()) group[index]?.resolve(one);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  function goOn(): void {
    isPlanned = false;
    while (underWay < concurrency) {
      const group = nextGroup();
      if (group.length === 0) return;
      underWay += 1;
      void answerAll(group).finally(() => {
        underWay -= 1;
        goOn();
      });
    }
  }

  function plan(): void {
    if (isPlanned || underWay >= concurrency) return;
    isPlanned = true;
    // Requests that were read from their connections together ask together.
    setImmediate(goOn);
  }

  function put(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      plan();
    });
  }

  return keyOf
    ? (question) =>
        put(question).finally(() => {
          keysUnderWay.delete(keyOf(question));
          plan();
        })
    : put;
}
