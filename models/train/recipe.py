"""Recipes: how a net is trained, as a file (recipes/*.toml).

    net = "base-detector"
    from = "../base-detector/model.onnx"   # an export of this net, or a checkpoint of another whose trunk is taken over; without it from nothing

    [pictures.sim]                         # a folder of pictures with truth, RUNS/pictures/sim
    make = ["npm run …"]                   # the commands that make it, run in the repository; {out} is the folder

    [[legs]]                               # one after the other, each from where the last one ended
    pictures = {painted = 4, sim = 4}      # folders and how often each is taken; `painted` needs none
    validation = ["sim-val"]
    steps = 15000
    rate = 2e-3                            # default
    only = "lying"                         # this part of the net alone

    [export]
    average = "../base-detector/model.onnx"  # the mean of the weights with another export's

A recipe's hash stands in the model.json of what was trained by it."""
import hashlib
import os
import tomllib

LEG = {'pictures': dict, 'validation': list, 'steps': int, 'rate': float, 'only': str}
NEEDED = ('pictures', 'validation', 'steps')
TOP = {'net': str, 'from': str, 'pictures': dict, 'legs': list, 'export': dict}


def read_recipe(path):
    """The recipe with its `file` and `sha256`. Throws where a field is unknown, absent or of the wrong type."""
    with open(path, 'rb') as file:
        data = file.read()
    recipe = tomllib.loads(data.decode())
    _check(path, recipe, TOP, ('net', 'legs'))
    for number, leg in enumerate(recipe['legs'], 1):
        _check(f'{path}, leg {number}', leg, LEG, NEEDED)
        for folder in [*leg['pictures'], *leg['validation']]:
            if folder != 'painted' and folder not in recipe.get('pictures', {}):
                raise ValueError(f'{path}, leg {number}: got the pictures {folder!r}, expected one of {sorted(recipe.get("pictures", {}))} or painted')
    return {**recipe, 'file': os.path.basename(path), 'sha256': hashlib.sha256(data).hexdigest()}


def _check(where, table, fields, needed):
    for name, value in table.items():
        kind = fields.get(name)
        if kind is None:
            raise ValueError(f'{where}: got the field {name!r}, expected {sorted(fields)}')
        if not isinstance(value, (int, float) if kind is float else kind):
            raise ValueError(f'{where}: got {value!r} for {name}, expected {kind.__name__}')
    for name in needed:
        if name not in table:
            raise ValueError(f'{where}: got no {name}')


def folders(runs, weights):
    """`FOLDER=WEIGHT` for samples.py."""
    return [f'{name if name == "painted" else os.path.join(runs, "pictures", name)}={weight}' for name, weight in weights.items()]


def missing(recipe, runs):
    """The commands that make what pictures of the recipe are not there yet, with their folders."""
    out = []
    for name, about in recipe.get('pictures', {}).items():
        folder = os.path.join(runs, 'pictures', name)
        if not os.path.isdir(folder):
            out += [command.replace('{out}', os.path.abspath(folder)) for command in about['make']]
    return out
