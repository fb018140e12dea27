import { COMMENT_LENGTH_MAX, TEXT_LENGTH_MAX } from '../limits.ts';
import { closed, dateTime, filledText, nullable, oneOf, open, optional, type Static, Type, uuid } from '../schema.ts';
import { PageInfo } from './account.ts';
import { ImageComment } from './library.ts';

/** A link that shows a collection to somebody without a key. */
export const ReviewLink = open(
  {
    id: uuid(),
    name: Type.String(),
    expires_at: dateTime(),
    created_at: dateTime(),
    comment_count: Type.Integer({ minimum: 0, description: 'Number of comments through the link.' }),
  },
  { $id: 'ReviewLink' },
);
export type ReviewLink = Static<typeof ReviewLink>;

/** Body of a new link. */
export const ReviewLinkCreation = closed({
  name: filledText(TEXT_LENGTH_MAX, 'A name for the link, such as its reader. The page shows it.'),
  expires_at: dateTime('When the link ends: in the future, and within a year.'),
});

/** Answer of a creation. */
export const ReviewLinkWithUrl = open({
  review_link: ReviewLink,
  url: Type.String({ format: 'uri', description: 'The address of the page, which is shown only once.' }),
});

/** All links of a collection. */
export const ReviewLinkList = open({ review_links: Type.Array(ReviewLink) });

/** Marks that a reviewer may give. */
export const REVIEW_MARKS = ['up', 'down'] as const;
export type ReviewMark = (typeof REVIEW_MARKS)[number];

/** An image as a reviewer sees it. */
export const ReviewedImage = open(
  {
    id: uuid(),
    url: Type.String({ format: 'uri' }),
    thumbnail_url: Type.String({ format: 'uri' }),
    width: Type.Integer(),
    height: Type.Integer(),
    comments: Type.Array(ImageComment, { description: 'Comments through this link, oldest first.' }),
  },
  { $id: 'ReviewedImage' },
);
export type ReviewedImage = Static<typeof ReviewedImage>;

/** A page of a collection as a reviewer sees it. */
export const ReviewPage = open(
  {
    name: Type.String({ description: 'Name of the link.' }),
    collection: Type.String({ description: 'Name of the collection.' }),
    expires_at: dateTime(),
    images: Type.Array(ReviewedImage),
    page_info: PageInfo,
  },
  { $id: 'ReviewPage' },
);
export type ReviewPage = Static<typeof ReviewPage>;

/** Body of a reviewer's comment: a mark, words, or both. */
export const ReviewComment = closed(
  {
    author: filledText(100, 'The name of the reviewer.'),
    text: optional(filledText(COMMENT_LENGTH_MAX)),
    mark: optional(
      nullable(oneOf(REVIEW_MARKS), {
        description: 'Whether the reviewer likes the image. It begins the text of the comment in words.',
      }),
    ),
  },
  { $id: 'ReviewComment' },
);
export type ReviewComment = Static<typeof ReviewComment>;
