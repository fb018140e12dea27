/** Things of one workspace, by the kinds of IDs. */
export interface Belongings {
  readonly image: string;
  /** White, so that it is a mask too. */
  readonly otherImage: string;
  /** The media ID of a result, and the job that made it. */
  readonly result: string;
  readonly job: string;
  /** A version of `image`, and the job that made it. */
  readonly version: string;
  readonly versionJob: string;
  readonly outfit: string;
  readonly avatar: string;
  readonly scene: string;
  readonly webhook: string;
  readonly delivery: string;
  readonly collection: string;
  readonly exportFormat: string;
  readonly reviewLink: string;
  readonly key: string;
  /** A look of `avatar`, and a shoot of `outfit` with one item. */
  readonly look: string;
  readonly shoot: string;
  readonly item: string;
}

/** A body with the ID that is tried at one place, and the workspace's own everywhere else. */
type BodyWith = (own: Belongings, id: string) => object;

/** The IDs that an operation takes. */
export interface IdPlaces {
  /** The kind of the ID in the path. */
  readonly path?: keyof Belongings;
  /** Of a second ID in the path. */
  readonly path2?: keyof Belongings;
  /** A right body for the IDs in the path; absent without a body. */
  readonly plain?: (own: Belongings) => object;
  /** By JSON pointer: the body, and the fitting kind. */
  readonly body?: Readonly<Record<string, readonly [BodyWith, keyof Belongings]>>;
}

const edit = () => ({ prompt: 'make it navy' });
const film = () => ({ prompt: 'a slow push-in' });
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const review = () => ({ review: 'approved' });
const person = (own: Belongings) => ({ person_image_id: own.image });

const TRY_ON: IdPlaces['body'] = {
  '/person_image_id': [(own, id) => ({ person_image_id: id, outfit_image_ids: [own.otherImage] }), 'image'],
  '/outfit_image_ids/*': [
    (own, id) => ({ ...person(own), model: 'v6', outfit_image_ids: [own.otherImage, id] }),
    'result',
  ],
  '/outfit_asset_ids/*': [(own, id) => ({ ...person(own), outfit_asset_ids: [id] }), 'outfit'],
  '/asset_ids/*': [(own, id) => ({ ...person(own), outfit_image_ids: [own.otherImage], asset_ids: [id] }), 'avatar'],
};
const GENERATE: IdPlaces['body'] = {
  '/asset_ids/*': [(_, id) => ({ prompt: 'by the sea', asset_ids: [id] }), 'avatar'],
  '/outfit_asset_ids/*': [(_, id) => ({ prompt: 'by the sea', outfit_asset_ids: [id] }), 'outfit'],
  '/outfit_image_ids/*': [(_, id) => ({ prompt: 'by the sea', outfit_image_ids: [id] }), 'image'],
};
const EDIT: IdPlaces['body'] = {
  '/reference_image_ids/*': [(_, id) => ({ ...edit(), reference_image_ids: [id] }), 'image'],
};
const INPAINT: IdPlaces['body'] = {
  '/mask_image_id': [(_, id) => ({ ...edit(), mask_image_id: id }), 'otherImage'],
  '/reference_image_id': [(own, id) => ({ ...edit(), mask_image_id: own.otherImage, reference_image_id: id }), 'image'],
};
const ANIMATE: IdPlaces['body'] = {
  '/last_frame_image_id': [(_, id) => ({ ...film(), last_frame_image_id: id }), 'otherImage'],
};
const VIDEO: IdPlaces['body'] = { '/asset_ids/*': [(_, id) => ({ ...film(), asset_ids: [id] }), 'avatar'] };
const mask = (own: Belongings) => ({ ...edit(), mask_image_id: own.otherImage });
const LOOK: IdPlaces['body'] = {
  '/avatar_ids/*': [(_, id) => ({ name: id, operation: 'virtual_try_on', avatar_ids: [id] }), 'avatar'],
  '/scene_id': [(_, id) => ({ name: id, operation: 'generate', scene_id: id }), 'scene'],
};
const LOOK_CHANGE: IdPlaces['body'] = {
  '/avatar_ids/*': [(_, id) => ({ avatar_ids: [id] }), 'avatar'],
  '/scene_id': [(_, id) => ({ scene_id: id }), 'scene'],
};
const SHOOT: IdPlaces['body'] = {
  '/look_id': [(_, id) => ({ look_id: id, all: true }), 'look'],
  '/product_ids/*': [(own, id) => ({ look_id: own.look, product_ids: [id] }), 'outfit'],
};

/** Every operation of a workspace that takes an ID, by its operationId. */
export const ID_PLACES: Readonly<Record<string, IdPlaces>> = {
  getJob: { path: 'job' },
  getJobEvents: { path: 'job' },
  cancelJob: { path: 'job' },
  submitVirtualTryOn: { body: TRY_ON },
  submitGenerate: { body: GENERATE },
  submitTextToVideo: { body: VIDEO },
  submitEdit: { path: 'image', plain: edit, body: EDIT },
  submitInpaint: { path: 'image', plain: mask, body: INPAINT },
  submitUpscale: { path: 'image', plain: () => ({}) },
  submitAnimate: { path: 'image', plain: film, body: ANIMATE },
  submitJob: {
    body: {
      '/image_id': [(_, id) => ({ operation: 'edit', image_id: id, input: edit() }), 'image'],
      // Within the envelope the same places stand one level deeper; one of each operation stands for them.
      ...inEnvelope('virtual_try_on', TRY_ON, false),
      ...inEnvelope('generate', GENERATE, false),
      ...inEnvelope('edit', EDIT, true),
      ...inEnvelope('inpaint', INPAINT, true),
      ...inEnvelope('animate', ANIMATE, true),
      ...inEnvelope('text_to_video', VIDEO, false),
    },
  },
  createLook: { body: LOOK },
  getLook: { path: 'look' },
  changeLook: { path: 'look', plain: () => ({ name: 'renamed' }), body: LOOK_CHANGE },
  deleteLook: { path: 'look' },
  estimateShoot: { body: SHOOT },
  createShoot: { body: SHOOT },
  getShoot: { path: 'shoot' },
  listShootItems: { path: 'shoot' },
  cancelShoot: { path: 'shoot' },
  resumeShoot: { path: 'shoot' },
  retryShootItems: {
    path: 'shoot',
    plain: () => ({}),
    body: { '/item_ids/*': [(_, id) => ({ item_ids: [id] }), 'item'] },
  },
  deleteWebhook: { path: 'webhook' },
  listDeliveries: { path: 'webhook' },
  rotateWebhookSecret: { path: 'webhook' },
  testWebhook: { path: 'webhook' },
  redeliver: { path: 'webhook', path2: 'delivery' },
  getLibraryImage: { path: 'image' },
  reviewLibraryImage: { path: 'image', plain: review },
  reviewLibraryImages: { body: { '/ids/*': [(own, id) => ({ ...review(), ids: [own.otherImage, id] }), 'image'] } },
  deleteLibraryImage: { path: 'result' },
  deleteLibraryImages: { body: { '/ids/*': [(_, id) => ({ ids: [id] }), 'otherImage'] } },
  listComments: { path: 'image' },
  createComment: { path: 'image', plain: () => ({ text: 'shorter' }) },
  getCollection: { path: 'collection' },
  renameCollection: { path: 'collection', plain: () => ({ name: 'renamed' }) },
  changeCollectionImages: {
    path: 'collection',
    plain: (own) => ({ add: [own.image] }),
    body: {
      '/add/*': [(own, id) => ({ add: [own.otherImage, id] }), 'image'],
      '/remove/*': [(own, id) => ({ remove: [own.otherImage, id] }), 'image'],
    },
  },
  exportCollection: { path: 'collection' },
  changeExportFormat: { path: 'exportFormat', plain: () => ({ quality: 80 }) },
  deleteExportFormat: { path: 'exportFormat' },
  createReviewLink: { path: 'collection', plain: () => ({ name: 'a link', expires_at: inAnHour() }) },
  listReviewLinks: { path: 'collection' },
  revokeReviewLink: { path: 'reviewLink' },
  deleteCollection: { path: 'collection' },
  changeWorkspaceKey: { path: 'key', plain: () => ({ name: 'renamed' }) },
  revokeWorkspaceKey: { path: 'key' },
  getImage: { path: 'image' },
  deleteImage: { path: 'image' },
  readImages: { body: { '/ids/*': [(own, id) => ({ ids: [own.otherImage, id] }), 'image'] } },
  tryOn: {
    body: {
      ...TRY_ON,
      '/outfit_image_ids/*': [
        (own, id) => ({ ...person(own), model: 'v6', outfit_image_ids: [own.otherImage, id] }),
        'result',
      ],
      '/outfit_image_id': [(own, id) => ({ ...person(own), outfit_image_id: id }), 'otherImage'],
      '/outfit_asset_id': [(own, id) => ({ ...person(own), outfit_asset_id: id }), 'outfit'],
      '/version_id': [(own, id) => ({ ...person(own), outfit_image_id: own.otherImage, version_id: id }), 'version'],
    },
  },
  generateImages: {
    body: {
      ...GENERATE,
      '/outfit_image_id': [(_, id) => ({ prompt: 'by the sea', outfit_image_id: id }), 'image'],
      '/outfit_asset_id': [(_, id) => ({ prompt: 'by the sea', outfit_asset_id: id }), 'outfit'],
    },
  },
  makeVideo: { body: VIDEO },
  editImage: { path: 'image', plain: edit, body: { ...EDIT, ...versionOf(edit) } },
  inpaintImage: { path: 'image', plain: mask, body: { ...INPAINT, ...versionOf(mask) } },
  upscaleImage: { path: 'image', plain: () => ({}), body: versionOf(() => ({})) },
  animateImage: { path: 'image', plain: film, body: { ...ANIMATE, ...versionOf(film) } },
  analyzePreset: { body: { '/image_ids/*': [(own, id) => ({ image_ids: [own.otherImage, id] }), 'image'] } },
  getAsset: { path: 'outfit' },
  changeAsset: {
    path: 'outfit',
    plain: () => ({ alias: 'renamed' }),
    body: { '/display_image_id': [(_, id) => ({ display_image_id: id }), 'image'] },
  },
  deleteAsset: { path: 'outfit' },
  listAssetImages: { path: 'outfit' },
  uploadAssetImage: { path: 'outfit' },
  linkImageToAsset: {
    path: 'image',
    plain: (own) => ({ asset_id: own.outfit }),
    body: { '/asset_id': [(_, id) => ({ asset_id: id }), 'outfit'] },
  },
  addAssetImage: { path: 'outfit', plain: () => ({ url: 'https://shop.example/known.png' }) },
  removeAssetImage: { path: 'outfit', path2: 'otherImage' },
};

function versionOf(plain: (own: Belongings) => object): NonNullable<IdPlaces['body']> {
  return { '/version_id': [(own, id) => ({ ...plain(own), version_id: id }), 'version'] };
}

function inEnvelope(operation: string, places: IdPlaces['body'] = {}, onImage: boolean): NonNullable<IdPlaces['body']> {
  return Object.fromEntries(
    Object.entries(places).map(([pointer, [bodyWith, fits]]) => {
      const enveloped: BodyWith = (own, id) => ({
        operation,
        ...(onImage ? { image_id: own.image } : {}),
        input: bodyWith(own, id),
      });
      return [`/input${pointer} of ${operation}`, [enveloped, fits]];
    }),
  );
}
